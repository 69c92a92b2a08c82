# pages/review.py
page-review = Review
review-about = Bring the record of a finished deal: every decision is played out with the tiles that were left, to show which ones cost points and what was better.
review-example = Look at an example first
review-example-title = Example: a deal between computers
review-example-note = All four players are computers, nobody real; the seat looked at is east, who only wants to be ready soon.
review-paste = Paste a deal, or write it from memory
review-paste-help = JSON lines or the quick form: first rules, dealer, indicator and hand, then a line for each turn.
review-read = Review it
review-upload = Open a file with records (.jsonl, .txt)
review-quick = How the quick form is written
review-quick-how = Four lines first: the rules, the dealer, the indicator, and your own hand as dealt. Hands that you don't know are left out. Then a line for each turn: what was discarded; a plus sign stands before what was drawn (hidden draws may be left out); peng, chi, gang and win are words, in Chinese or English. Tiles are 1–9 with m, p or s; 1z–7z are the winds and dragons.
review-faults = { $count ->
    [one] { $title }: one thing is wrong
   *[other] { $title }: { $count } things are wrong
}
review-faults-kept = What you wrote is still there: mend it and press again.
review-empty = Nothing is written yet.
review-pasted = Pasted record
review-nobody-known = None of the four hands dealt is wholly known, so nobody can be reviewed: write at least one of them.
review-deal = Which deal
review-deal-name = Deal { $number }
review-who = Whose decisions
review-another = Another record
review-dealer = { $who } deals
review-won = { $who } won

# the run
review-speed = How finely
review-run-first = A first rough look: { $done } of { $wanted } decisions…
review-run = Now finely, the most doubtful first: { $done } of { $wanted } decisions…
review-done = All { $wanted } decisions are graded ({ $speed }).
review-stopped = Stopped with { $done } of { $wanted } decisions graded finely; the others are rough.
review-failed = The review could not be worked out; please try again.
review-waiting = Working out the first grades…
review-none-asked = This seat had nothing to decide in this deal.

# the sums
review-lost = { $count ->
    [0] No mistakes.
    [one] One mistake, { $loss } points lost.
   *[other] { $count } mistakes, { $loss } points lost.
}
review-luck = { " " }Result { $points } = expected at first { $expected } − mistakes { $loss } + luck { $luck }.
review-means = Match rate: the share of decisions as good as the best. Accuracy goes by points; 100% is perfect.
review-times = { $count ->
    [one] once
   *[other] { $count } times
}
axis-decisions = Decision
axis-lost = Points lost so far
told-loss = Move { $at }: { $loss } points lost, { $total } in all

# one after the other
review-mode = How to look
review-mode-told = Read the review
review-mode-guess = Guess first
review-threshold = Only losses of at least … points
review-threshold-all = all
review-threshold-points = { $points }
review-next = Next mistake
review-previous = Previous mistake
review-next-step = Next move
review-previous-step = Previous move
review-next-question = Next question
review-previous-question = Previous question
review-curve-how = Red points are mistakes; a tap on a point leads there.
review-keys = Keys: N next mistake, P previous one; Shift+N and Shift+P go move by move.
review-keys-guess = Keys: digits choose an action, N next question, P previous one.
review-jump = Go to
review-count = Mistake { $number } of { $total }
review-count-none = { $total ->
    [one] One mistake
   *[other] { $total } mistakes
}
review-list-line = { $loss } · move { $at } · { $kind }: { $taken } → { $best }
review-list-more = { $count } more mistakes
review-step-line = Move { $at } · { $taken }
review-step-lost = Move { $at } · { $taken } · { $loss }
review-step-asked = Move { $at }
review-none-so-big = No mistake cost as much.

# one decision
review-table = On the table
review-chip-taken = played
review-best-taken = { $deed }: the best
review-as-good = { $deed }: as good
review-close = It can't be told apart from { $deed }: { $gap } ± { $margin } points between them.
review-why = Why
review-rough = This is a rough grade; its turn to be worked out finely is still to come.
review-study = Open in the study
review-drill = Drill this
review-drill-all = { $count ->
    [one] Drill this mistake
   *[other] Drill these { $count } mistakes
}

# guess first
review-guess-which = What to guess
review-guess-mistakes = The mistakes
review-guess-all = Every decision
review-ask = Your turn:
review-guess-best = Your choice: { $deed }. The best.
review-guess-close = Your choice: { $deed }. As good as the best.
review-guess-worse = Your choice: { $deed }. { $loss } ± { $margin } points less.
review-guessed = { $count } guessed, { $right } as good as the best, { $loss } points lost.
review-guess-nothing = Nothing to guess: there are no mistakes. Choose “Every decision”.

# taken along
review-report = Download the report (HTML)
review-report-file = review

# kept among one's own
review-kept = My records
review-kept-line = { $title } · { $game } · { $when }
review-kept-more = { $count } more
review-keep = Keep this record
review-forget = Delete
review-forget-sure = Delete “{ $title }”? It can't be had back.
review-forget-yes = Delete it
review-share-hint = This link opens this very decision. Records are shown to their owner alone: nobody else can open it, and you need the same browser or your login.
review-share-keep = Keep the record first; then there is a link to this decision.
review-not-there = The record that the link names is not among yours: it was deleted, or it is somebody else's.
