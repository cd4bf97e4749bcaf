"""The games as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel (`uv sync --extra rl`).

This folder is the engine's edge. It needs only the engine, so it is here and not above protocol or cli; but
it is no part of the rules. Nothing in the engine imports it, and it alone may import those libraries, use floats and
draw chance. `tests/test_layers.py` holds it to that.

`table` plays a game in whole actions, `coding` numbers the moves and measures the states of each game, `pixels` draws,
and `pettingzoo`, `gymnasium` and `openspiel` each speak to one library. `docs/adapters.md` has the ids of all actions.
"""
