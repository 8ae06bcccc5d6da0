"""Answers as HTML pages that need nothing else: no network, no server, no other file."""
