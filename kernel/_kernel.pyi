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
def least_images(
    grids: Buffer,
    height: int,
    width: int,
    nodes: int,
    numbers: Buffer,
    turned: Buffer,
    rows: Buffer,
    columns: Buffer,
    names: Buffer,
    /,
) -> None: ...
def sorted_forms(
    grids: Buffer,
    height: int,
    width: int,
    signatures: Buffer,
    exact: Buffer,
    ties: Buffer,
    turned: Buffer,
    rows: Buffer,
    columns: Buffer,
    names: Buffer,
    /,
) -> None: ...
def transformations_left(
    pairs: Buffer, height: int, width: int, nodes: int, numbers: Buffer, ways: Buffer, /
) -> None: ...
def images_in(
    pairs: Buffer, height: int, width: int, nodes: int, numbers: Buffer, images: Buffer, /
) -> None: ...
def clue_summaries(grids: Buffer, summaries: Buffer, /) -> None: ...
def compare_clues(grid: Buffer, summaries: Buffer, relations: Buffer, /) -> None: ...
def start_hints(formula: Buffer, proof: Buffer, /) -> object: ...
def continue_hints(started: object, work: int, /) -> bytes | None: ...
