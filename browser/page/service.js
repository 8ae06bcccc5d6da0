// Keeps the page and its parts, so that it opens without a network from the second time on.
// build.py writes VERSION and FILES above this.
