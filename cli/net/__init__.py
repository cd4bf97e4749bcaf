"""Tables on the network: hosting, joining, watching and resuming, for every screen (`front`)."""
