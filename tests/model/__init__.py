"""A model of `protocol/table/consensus.py` by exhaustive search: every order, loss, delay and repetition of messages.

It has no rules of its own for ballots. The states hold the module's `Acceptor`s; `choose`, `follows`, `final` and
`contradiction` are called as the table calls them. `slot.py` says in which points the driver stands in for the table.
Statements are never taken back, and arrive at any time or never, so a kill with a sound disk is one more delay.

These must hold, in every state that can be reached:

- There are no two final values, or there are seats that lie, and all shown papers hold a proof against one.
- No two statements of an honest seat are a proof, and its proposals are followed.
- No ruling is final without the consent of a quorum. Forged proposals are not followed.
- Linked honest seats that write by rule 7 (`--write table`) never write two logs.
- A quorum of honest seats that is left alone comes to an end (`--live`, see `live.py`). So do all honest seats beside
  liars that stay linked and are silent behind one ack (`--live --linked`).
- In two slots in a row nothing is signed on a head that is not final (`--then`, see `two_slots.py`).

`test_mutants.py` plants faults in the module; the model finds every one.

    python -m tests.model 3 1,2 0,0 --liar 1 --forge        SEATS, OWNERS of ballots, RULINGS; see --help
    pytest tests/model -m long                              the large sizes

What was found, in states; all searches were complete:

    no liar         3 1,2 0,0: 2,458; 3 1,2 0,1: 2,617; 3 1,2,0 0,1,2: 53,862; 4 1,2 0,0: 28,470
                    5 1,2 0,0: 844,090. No fork
    one liar        3 1,2 0,0 --liar 0, 1, 2: 691, 760, 538, of them forks 150, 116, 63
                    3 1,2 0/2/-,0 --liar 1: 3,127; 3 1,2,1 0,0,0/2 --liar 1: 55,158, forks 13,302
                    4 1,2 0,0 --liar 0, 1, 3: 19,765, 9,630, 2,490, forks 1,280, 240, 0
                    5 1 0 --liar 0, 1: 1,721, 1,196, forks 300, 110. Each fork holds a proof; no honest seat is blamed
    several liars   4 1 0 --liar 0,1: 230, forks 75; 4 1,2 0,0 --liar 0,1; 1,2; 1,3: 3,771, 2,648, 760
                    5 1 0 --liar 0,1; 1,2; 3,4: 1,163, 512, 160; 5 1,2 0,0 --liar 1,3: 24,384, forks 4,520
                    Each fork holds a proof; no honest seat is blamed
    --write table   3 1,2 0,0 --liar 0, 1, 2: 7,683, 6,403, 4,269; 4 1,2 0,0 --liar 0, 1, 3: 233,599, 98,129, 37,074
                    3 1,2,0 0,0,0 --liar 1: 74,500; 5 1 0 --liar 0, 1, 4: 16,777, 7,809, 7,549. Never two logs
                    4 1,2 0,0 --liar 1,3: 6,403; 5 1 0 --liar 0,1; 1,2; 3,4: 8,735, 3,456, 1,642
                    5 1,2 0,0 --liar 3,4: 97,601. Never two logs
    --live          3 1,2 0,0, also with each liar; 4 1,2 0,0, also with each liar: 336,639 at most. Nothing is stuck
                    3 1,2 0,0 --write table --liar 0, 1, 2: 60,123, 19,218, 12,488 at most. Nothing is stuck
    --live --linked 3 1,2 0,0 --liar 0, 1, 2: 60,123, 19,218, 12,488 at most; 4 1 0 --liar 1: 7,192
                    5 1 0 --liar 1,4; 3,4: 16,540, 13,486. Nothing is stuck, but without the end of disputes
                    3 1 0 --liar 1 has 96 stuck states, 5 1 0 --liar 1,4 has 2,208
    --then          3 1 0 --then '': 2,911; 3 1 0 --then 1: 14,039; 4 1 0 --then '': 27,112; 4 1 0 --then 1: 204,354

Other rules for writing, with two logs in this many states (3 1,2 0,0 --liar 0, 1, 2; 4 1,2 0,0 --liar 0, 1, 3;
5 1 0 --liar 0, 1, 4). A seat that is free is no reason to write, however fresh the news:

    free-now        38, 24, 0; 566, 72, 0; 492, 0, 0        others count that are free at that very moment
    free-once       134, 80, 44; 1,704, 72, 0; 3,556, 256, 156      others count that were free some time ago
    beside-now      44, 36, 24                      others count that are bound by nothing above or beside the value
    past-any        24, 12, 0                       others count that are past the slot with any value
    other-ack-in-it 18, 18, 28                      one's own ack in the same ballot may be of another value
    ended           0, 0, 0                         a dispute ends at once: what another seat has written is taken
    any-ballot      128, 24, 0                      one's own ack in a higher ballot may be of another value
    latest-same     8, 8, 12                        one's own latest ack may be of this value, though another is between
    without-shown   0, 0, 0, but 194, 133 and 147 states are stuck: what all others show as their record must be taken

Not in it: time (leases, grace; of the ticks of rule 7 only that they end), links that come and go, engines that differ.
Tables of two have no ballots; `test_two_seats.py` tries every claim there.
"""
