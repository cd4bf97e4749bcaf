"""A table as a person sees it, and the person's typed lines, for every screen.

It gives the texts and the meaning of a typed line. It reads no keyboard and runs no loop, so line mode and the full
screen use it alike, on one machine and on a network:

- `view.View` is a person's view of a table: `view.table` is the board, `view.question(view)` the question.
- `answer.answer(view, line)` is the meaning of the line: text to show, a move to make, and so on (`replies`).
- `narration` puts steps and results into words.

A line has one meaning from any source:

    match answer(view, await lines.read("> ")):
        case Make(move, _): ...
"""
