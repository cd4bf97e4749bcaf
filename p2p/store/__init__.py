"""Files: profiles, logs, what stands beside them, and how the disk is made to have them."""
