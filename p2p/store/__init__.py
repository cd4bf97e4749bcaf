"""Files: profiles, logs, their sidecar files, and how the disk is made to keep them."""
