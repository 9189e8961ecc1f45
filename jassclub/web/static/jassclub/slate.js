// Simply writing.
