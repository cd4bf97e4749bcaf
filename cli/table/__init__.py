"""A table as a person sees it, and what the person types there, for every screen.

It says what to show and what a typed line means; it reads no keyboard and runs no loop, so that line mode and the
whole screen use it alike, on one machine and on a network:

- `view.View` is what somebody at a table sees: `view.table` is the board, `view.question(view)` what is asked.
- `answer.answer(view, line)` is what the line asks for: text to show, a move to make, and so on (`replies`).
- `telling` puts steps and results into words.

A line means the same wherever it comes from:

    match answer(view, await lines.read("> ")):
        case Make(move, _): ...
"""
