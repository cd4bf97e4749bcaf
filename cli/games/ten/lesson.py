"""A first game of TEN."""

from __future__ import annotations

from ..lesson import ALL, Lesson, Look, Scene, Task

_GAME = Scene(
    (
        Look("In TEN you collect numbers in four colours: a run such as blue 1 2 3 is worth a point for each card."),
        Task(
            "A turn begins with a card. Your choices stand below the board, each with a letter before it.",
            "Press `enter`: the cursor is on `draw`. Or press the letter before it.",
            "draw",
        ),
        Task(
            "It is a blue 2, and lies in the `row`. You may draw again and again; beyond 10 you bust.",
            "Choose `draw` once more.",
            "draw",
            None,
            "That would end your turn with a single card. Draw again: the sum is only 2.",
        ),
        Task(
            "A coin card, `c2`: it takes 2 off, so the `sum` is 0. The next card cannot bust you.",
            "Choose `draw`.",
            "draw",
            None,
            "That would end your turn. Draw again: the sum is only 0.",
        ),
        Task(
            "A green 8: the `sum` is 8, and the next card may be too much. Stop, and take the numbers.",
            "Choose `take ...`, then the numbers.",
            "take numbers",
            None,
            "Take the numbers this time. Another card may bust you, and the coins are worth only 2.",
        ),
        Look("Blue 2 and green 8 are yours. When you take numbers, the coins of the row go to the others: 2 for Max."),
        Look("Max did the opposite: he took the coins of his row, so its numbers went to the `market`: `b1`.", ALL),
        Task("Your turn again. Now see what a bust is.", "Choose `draw`.", "draw"),
        Task(
            "An orange 9. Almost every number is too much now.",
            "Choose `draw` anyway.",
            "draw",
            None,
            "Sensible! But draw once more, to see a bust.",
        ),
        Look("15 is more than 10: a bust. The numbers go to the market, and you get a `bust` token. It pays 3.", 1),
        Task(
            "Max drew a wild: `*7` is a 7 of any colour. Everybody bids once, and Max, whose turn it is, bids last.",
            "Choose `bid ...`, then type 3, and press `enter`.",
            "bid 3",
            None,
            "Bid 3 here: your bust token pays exactly that.",
        ),
        Task(
            "Nobody bid more. Coins come first, then bust tokens, then cards; you get no change.",
            "Your token pays 3 at once, so keep your coins: choose `a bust token`.",
            "pay bust",
            None,
            "That pays as well, but a bust token only pays for things: spend it first.",
        ),
        Look("The wild is yours. It counts where it helps most: as a green 7 it makes a run with your 8.", ALL),
        Task("Max ended his turn.", "Yours begins: choose `draw`.", "draw"),
        Task(
            "A blue 3, and blue 1 lies in the `market`. After taking numbers, you may buy one card there.",
            "Choose `take ...`, then the numbers.",
            "take numbers",
            None,
            "Take the numbers: after that you may buy the blue 1.",
        ),
        Task(
            "A card costs its number.",
            "Choose `buy ...`, then the blue 1: `b1`.",
            "buy blue1",
            None,
            "The blue 1 makes your run longer, and it costs only 1.",
        ),
        Task("You have 1 to pay.", "Choose `a coin`.", "pay coin", None, "Your cards are worth more than a coin."),
        Look("Blue 1 2 3 are 3 `points`, green 7 and 8 another 2. All nine cards of a colour would be 10."),
        Look("When the deck is used up, each may buy once more, and most points win. You can play TEN now."),
    ),
    draws=("0", "blue2", "c2", "green8", "blue1", "c3", "orange9", "pink6", "pink3", "*7", "blue3"),
    others=("draw", "draw", "take coins", "draw", "draw", "pass", "take numbers", "end"),
)

LESSON = Lesson((_GAME,))
