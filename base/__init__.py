"""The modules on which all other folders build: messages in several languages, errors, limits,
registries, verdicts, and the conversion of JSON to typed values.
"""
