# review.py, report.py
review-hidden-hand = The hand dealt to seat { $seat } is not wholly known; only a seat whose hand is known can be reviewed.
review-seat = Seat { $seat } is not right; it should be 0 east, 1 south, 2 west or 3 north.
report-empty-folder = There are no records in the folder { $folder }; files of records end with { $suffixes }.
report-no-file = { $file } can't be found; name a file of records, or a folder with some.
report-too-large = { $file } has { $size } bytes, which is too large; { $most } bytes at most.
report-unreadable = { $file } can't be read: { $reason }
report-fault = { $file }: { $fault }
report-nobody = Nobody in these records can be reviewed; check --seat and --player. A seat whose hand is not known can't be.
report-cannot-write = { $file } can't be written: { $reason }

kind-win = win passed
kind-dead-wait = dead wait
kind-laizi = laizi
kind-gang = gang timing
kind-opening = opening
kind-call = calls
kind-risk = dealing in and contracts
kind-speed = too slow
kind-route = route given up
kind-value = a cheaper win

report-title = Wuhan mahjong review
report-progress = Reviewing
report-summary = { $deals } deals, { $decisions } decisions, { $mistakes } mistakes, { $loss } points lost
report-deal = { $file }, deal { $deal } · { $who }
report-seat = { $seat ->
    [0] east
    [1] south
    [2] west
   *[3] north
}
report-loss = Lost
report-points = Result
report-expected = Expected at first
report-luck = Luck
report-match = Match rate
report-accuracy = Accuracy
report-kinds = Kinds of mistakes
report-curve = Running loss
report-mistakes = Mistakes, the dearest first
report-none = No mistakes.
report-taken = Played: { $deed }
report-best = Better: { $deed }
report-offer = Another player lets go { $tile }
report-move = Move { $at }
report-means = Every decision is played out with the tiles that are left: the loss is what the action taken is expected to score less than the best one, where that is more than the uncertainty ({ $speed }). Luck = result − expected at first + lost.
report-unfinished = unfinished
report-kind-line = { $kind }: { $count }, { $loss } points
