"""Print-and-play copies: what stands on each card and token, drawn as vectors onto sheets of paper."""
