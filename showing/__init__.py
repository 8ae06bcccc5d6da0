"""Shows answers: in words for people, as JSON for programs, as HTML pages and as plots."""
