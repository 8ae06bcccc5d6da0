"""Whether a study has come to its end."""

from enum import StrEnum


class StudyStatus(StrEnum):
    """Complete: all that was asked is known. Stopped: what is known so far is right."""

    COMPLETE = "complete"
    STOPPED = "stopped"

    @classmethod
    def of(cls, is_complete: bool) -> "StudyStatus":
        """Return the status of a study that is complete, or is not."""
        return cls.COMPLETE if is_complete else cls.STOPPED
