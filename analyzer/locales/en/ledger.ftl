# seating.py
seating-not-four = Four players draw for seats, not { $count }.
seating-no-tile = { $value } is no tile: a whole number from 0 to { $most }.
seating-drew-again = Player { $player } drew { $count } tiles, but nobody had an equal one: { $right } is enough.
seating-dice = The dice are { $dice }: write two, each 1 to 6.

# ledger.py: faults
ledger-not-four-names = There are { $count } names; a table has four.
ledger-name = The name “{ $name }” can't be used: write something that can be seen.
ledger-long-name = The name “{ $name }” has { $length } characters; { $most } at most.
ledger-same-name = Two players are called “{ $name }”: add a letter to tell them apart.
ledger-stake = The stake is { $stake }: a whole number of hundredths from 0 to { $most }.
ledger-full = This table is full, { $most } entries at most: export it and start a new one.
ledger-not-four-amounts = There are { $count } amounts: write one for each of the four.
ledger-amount = The amount { $amount } is wrong: a whole number, { $most } at most.
ledger-not-zero = The four amounts { $amounts } add up to { $total }: they should sum to 0.
ledger-no-such-seat = There is no seat { $seat }: 0 is East, 1 South, 2 West, 3 North.
ledger-without-winner = It doesn't say who won.
ledger-own-discard = { $seat } can't win on its own discard: a self-draw names no discarder.
ledger-winner-gets-nothing = The winner gets { $amount } points: it should be more than 0.
ledger-loser-gets = { $seat } did not win but gets { $amount } points: 0 or less would be right.
ledger-no-such-hand = There is no hand { $hand }; known are { $known }.
ledger-drawn-pays = A drawn game has no winner and pays nothing.
ledger-without-runner = It doesn't say who left.
ledger-runner-gets = { $seat } left early and gets { $amount } points: who leaves loses points, and nobody else does.
ledger-escape-is-no-win = Leaving early is no win: it names neither a discarder nor a hand.
ledger-no-win = This hand can't win: there are no points to write down.
ledger-nothing-to-undo = Nothing was written down yet that could be taken back.
ledger-nothing-to-redo = Nothing was taken back that could be put in again.
ledger-turn-from-nothing = Entry { $number } of the log is { $turn }, but there was nothing for it then.
ledger-form = The record has the form { $form }; this program knows { $right } only.
ledger-not-an-object = { $value } is no record of a table: it should have { $names }.
ledger-malformed = { $where } of the record says { $value }, which means nothing here.
ledger-fan = The fan of the four are { $fan }: write four whole numbers from 0 to { $most }.
ledger-hand-does-not-fit = A hand won like this has no { $hand }; known are { $known }.

# ledger.py: what a spreadsheet is given
ledger-column-number = Deal
ledger-column-wind = Wind
ledger-column-round = Round
ledger-column-dealer = Dealer
ledger-column-result = Result
ledger-column-who = Who
ledger-column-source = Discarded
ledger-column-hand = Hand
ledger-column-total = { $name } total
ledger-kind-win = win
ledger-kind-drawn = drawn game
ledger-kind-escape = left early
wind-0 = East
wind-1 = South
wind-2 = West
wind-3 = North
