"""Locks on what is open: held until it is closed, or until the process ends."""


def lock(handle: int, *, waiting: bool = False) -> bool | None:
    """Lock an open file or folder, and return whether it is ours now.

    It is not while somebody else holds it, unless we are `waiting` until nobody does. Where the
    file system knows no locks, nobody can say: None.
    """
    try:
        import fcntl
    except ImportError:  # on Windows nobody can remove what is open
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
