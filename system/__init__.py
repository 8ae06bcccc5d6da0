"""Services of the machine: files that are written as a whole or not at all, locks, signals,
processes, and a cluster.
"""
