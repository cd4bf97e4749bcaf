"""Tables on the network, on the whole screen."""
