"""Seats that cheat: each attack is one small class, and everything else about the peer is honest."""

from __future__ import annotations

from . import chaos, choices, histories, links, outside, refused, spelling, together
from .attack import Attack, Crew, Passed, Raw, Sent

__all__ = ["ATTACKS", "Attack", "Crew", "Passed", "Raw", "Sent"]

ATTACKS: dict[str, type[Attack]] = {
    "illegal": refused.Illegal,
    "out-of-turn": refused.OutOfTurn,
    "wrong-seat": refused.WrongSeat,
    "stale": refused.Stale,
    "replayed": refused.Replayed,
    "reordered": refused.Reordered,
    "foreign-table": refused.ForeignTable,
    "unsigned": refused.Unsigned,
    "two-moves": choices.TwoMoves,
    "two-moves-apart": choices.TwoMovesApart,
    "two-commitments": choices.TwoCommitments,
    "copied-commitment": choices.CopiedCommitment,
    "foreign-commitment": choices.ForeignCommitment,
    "opened-wrongly": choices.OpenedWrongly,
    "opened-illegally": choices.OpenedIllegally,
    "later-share": choices.LaterShare,
    "withheld-share": choices.WithheldShare,
    "last-revealer": choices.LastRevealer,
    "withheld-opening": choices.WithheldOpening,
    "withheld-close": choices.WithheldClose,
    "false-head": histories.FalseHead,
    "false-hash": histories.FalseHash,
    "deviating-engine": histories.DeviatingEngine,
    "ahead": histories.Ahead,
    "false-steps": histories.FalseSteps,
    "false-votes": histories.FalseVotes,
    "garbage": refused.Garbage,
    "asking": refused.Asking,
    "hostile-bytes": spelling.HostileBytes,
    "escape-sequences": spelling.EscapeSequences,
    "bit-flips": spelling.BitFlips,
    "log-bomb": spelling.LogBomb,
    "never-reads": links.NeverReads,
    "one-byte-a-minute": links.OneByteAMinute,
    "ever-new-links": links.EverNewLinks,
    "chaos": chaos.Chaos,
    "injecting": outside.Injecting,
    "votes-apart": together.VotesApart,
    "answers-apart-together": together.AnswersApart,
    "votes-apart-together": together.VotesApartTogether,
    "voted-out-together": together.VotedOut,
    "withheld-together": together.WithheldAndVoted,
    "false-haves-together": together.FalseHaves,
    "swapped-answers-together": together.SwappedAnswers,
    "two-worlds": together.TwoWorlds,
    "chaos-together": chaos.ChaosTogether,
}
