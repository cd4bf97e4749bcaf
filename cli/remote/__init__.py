"""Tables on the network, in line mode: who I am, the lobby, the table, and the lines that people type meanwhile."""
