"""Which release this is."""

VERSION = "1.0.0"
