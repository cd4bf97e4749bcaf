"""Everything that a table agrees on before play: the contract, each seat's entry, and the hash chains that make draws
fair."""
