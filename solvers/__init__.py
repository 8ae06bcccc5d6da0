"""One file per backend behind one protocol, and the answer that they give."""
