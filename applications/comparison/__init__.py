"""Backends compared: instances, runs in processes of their own, records, and their sums."""
