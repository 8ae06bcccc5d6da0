"""Which release this is."""

VERSION = "1.1.0"
