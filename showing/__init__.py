"""How an answer is shown: in words for people, as JSON for programs, as pages and plots."""
