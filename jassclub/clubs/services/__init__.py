"""The one door for writes about clubs, one module per topic. Each call is one transaction."""
