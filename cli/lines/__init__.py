"""Line mode: a table played by typing lines and reading text, on this machine or on the network."""
