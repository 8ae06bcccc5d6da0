"""Files in folders that others may have filled: pipes and devices there are not waited for."""

import errno
import os
import stat

from ..base.errors import NO_FILE


def plain_file(path: str, flags: int) -> int:
    """Open a file, as an `opener`; raise `OSError` at once for a folder, a pipe or a device."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        raise OSError(errno.EINVAL, str(NO_FILE), path)
    return handle
