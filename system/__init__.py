"""What concerns the machine: files written whole, locks, signals, processes, a cluster."""
