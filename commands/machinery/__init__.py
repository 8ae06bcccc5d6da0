"""What commands are made of: options, their rules, outputs, worker processes."""
