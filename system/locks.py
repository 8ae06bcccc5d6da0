"""Locks on what is open: held until it is closed, or until the process ends."""


def lock(handle: int, *, waiting: bool = False) -> bool | None:
    """Lock an open file or folder, and return whether it is ours now.

    It is not while another process holds it, unless we are `waiting` until none does. Where the
    file system knows no locks, that is unknown: None.
    """
    try:
        import fcntl
    except ImportError:  # on Windows what is open cannot be removed
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
