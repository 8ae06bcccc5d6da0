"""The code that the commands share: options and their rules, input and output, workers."""
