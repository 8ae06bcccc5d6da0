from typing_extensions import Buffer

INTERFACE: int

def completions(
    grids: Buffer,
    height: int,
    width: int,
    limit: int,
    nodes: int,
    numbers: Buffer,
    solutions: Buffer,
    /,
) -> None: ...
