"""Decode proofs in the binary DRUP format, in which PySAT's versions of CaDiCaL write them.

A step of a proof that adds a clause begins with `a`; a step that deletes a clause begins with `d`.
The codes of the clause's literals and a zero byte follow. The code of the literal v is 2v, and the
code of the literal -v is 2v + 1. A code is written
in bytes of 7 bits, the lowest bits first; the highest bit of a byte is set unless it is the last of
its code. (Wetzler, Heule, Hunt 2014: DRAT-trim.)

numpy decodes all steps at once, several times as fast as a loop over the bytes.
"""

from array import array
from typing import TYPE_CHECKING

from .protocol import DrupProof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADDS, _DELETES = b"ad"
_LEAST_OF_CONTINUED = 0x80  # a byte is the last of its code if it is less than this number
_END, _DELETION = 0, 1  # no literal has these codes
_MOST_BYTES_OF_CODE = 4  # more variables than 28 bits can number do not fit into memory


def try_decode_binary_proof(proof: bytes) -> DrupProof | None:
    """Decode a proof in the binary DRUP format. Return None if `proof` is not in this format: if it
    is empty, a step does not begin with `a` or `d` or has no end, or a code has more than 28 bits.
    """
    import numpy as np  # it takes 15 MB, so it is imported only for large proofs

    codes = _try_decode_codes(np.frombuffer(proof, np.uint8))
    if codes is None:
        return None
    ends = codes == _END
    begins = np.concatenate(([True], ends[:-1]))
    deletes = codes[begins] == _DELETES
    if not (deletes | (codes[begins] == _ADDS)).all() or (codes[~begins & ~ends] < 2).any():
        return None
    codes[begins] = np.where(deletes, _DELETION, _ADDS)
    kept = codes[~begins | (codes == _DELETION)]
    step_lengths = np.diff(np.flatnonzero(begins), append=len(codes))
    added = codes[~begins & ~np.repeat(deletes, step_lengths)]
    literals = np.where(added & 1, -(added >> 1), added >> 1).astype(np.intc)
    return DrupProof(_format_lines(kept), array("i", literals.tobytes()))


def _try_decode_codes(stored: "NDArray[np.uint8]") -> "NDArray[np.int32] | None":
    """Decode the bytes of a proof, and return the codes that they contain, with the first letter
    and the final zero of each step. Return None if the proof does not end with a zero, or if a code
    is too long.
    """
    import numpy as np

    if not len(stored) or stored[-1] != _END:
        return None
    last_bytes = np.flatnonzero(stored < _LEAST_OF_CONTINUED)
    first_bytes = np.concatenate(([0], last_bytes[:-1] + 1))
    lengths = last_bytes - first_bytes + 1
    if lengths.max() > _MOST_BYTES_OF_CODE:
        return None
    codes = stored[first_bytes].astype(np.int32) & 0x7F
    for place in range(1, lengths.max()):
        longer = np.flatnonzero(lengths > place)
        bits = stored[first_bytes[longer] + place].astype(np.int32) & 0x7F
        codes[longer] |= bits << 7 * place
    return codes


def _format_lines(codes: "NDArray[np.int32]") -> list[str]:
    """Return the lines of a proof as text. `codes` has, for each step: `_DELETION` if the step
    deletes a clause, then the codes of the clause's literals, then `_END`.
    """
    numbers = range(1, int(codes.max()) // 2 + 1)
    words = ["0\n", "d ", *(word for v in numbers for word in (f"{v} ", f"-{v} "))]
    return "".join(map(words.__getitem__, codes.tolist())).split("\n")[:-1]
