"""Line mode: a table played by typing lines and reading text.

The pure half says what to print and what a line means; it reads no keyboard and moves no game, so a table on one
machine and a table on a network use it alike, the latter from an async task:

- `view.View` is what somebody at a table sees: `view.table` is the board, `view.question(view)` what is asked.
- `answer.answer(view, line)` is what the line asks for: text to show, a move to make, and so on (`replies`).
- `telling` puts steps and results into words.

`keyboard` reads lines from standard input, and `local` plays a table on one machine with both halves. A table on a
network has steps of others to wait for meanwhile, so its lines are awaited (`remote.lines`), and mean the same:

    match answer(view, await lines.read("> ")):
        case Make(move, _): ...
"""
