"""Games and hands over HTTP: shape in, one service call, the state out."""
