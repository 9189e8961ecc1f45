"""How answers and details follow from what was told; one module for each group of articles."""
