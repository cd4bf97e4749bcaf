"""Games played at random in great numbers, looking for crashes, dead ends and endless games."""
