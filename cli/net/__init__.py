"""Tables on the network: hosting, joining, watching and resuming, for any screen (`front`)."""
