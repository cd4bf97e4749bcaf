"""Tables as screens see them."""
