"""The version number of this release."""

VERSION = "1.2.0"
