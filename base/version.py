"""The version number of this release."""

VERSION = "1.1.0"
