"""The foundation of every other folder: messages and their languages, errors, limits, registries,
verdicts, and the conversion of JSON into typed values.
"""
