"""Job objects, by which Windows limits the memory of a process; imported only on Windows."""

import ctypes
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from subprocess import Popen

_EXTENDED_LIMIT_INFORMATION = 9
_PROCESS_MEMORY, _KILL_ON_JOB_CLOSE = 0x100, 0x2000


class _BasicLimits(ctypes.Structure):
    """The structure JOBOBJECT_BASIC_LIMIT_INFORMATION of Windows."""

    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    """The structure JOBOBJECT_EXTENDED_LIMIT_INFORMATION of Windows."""

    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


def limit_memory_of_process(process: "Popen[bytes]", byte_count: int) -> object:
    """Limit the memory of a process to `byte_count` bytes, and return the job object, which the
    caller must keep: when this process ends, Windows closes the job object and ends the other
    process. Raises `OSError` if Windows refuses the limit.
    """
    api: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    handle = ctypes.c_void_p
    api.CreateJobObjectW.restype = handle
    api.CreateJobObjectW.argtypes = (handle, ctypes.c_wchar_p)
    api.SetInformationJobObject.argtypes = (handle, ctypes.c_int, handle, ctypes.c_uint32)
    api.AssignProcessToJobObject.argtypes = (handle, handle)
    limits = _ExtendedLimits()
    limits.BasicLimitInformation.LimitFlags = _PROCESS_MEMORY | _KILL_ON_JOB_CLOSE
    limits.ProcessMemoryLimit = byte_count
    job = api.CreateJobObjectW(None, None)
    if (
        not job
        or not api.SetInformationJobObject(
            job, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        or not api.AssignProcessToJobObject(job, int(process._handle))  # type: ignore[attr-defined]
    ):
        error: OSError = ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined]
        process.kill()
        raise error
    return job
