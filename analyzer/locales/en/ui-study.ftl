# pages/study.py: two actions compared
compare-sentence = { $one }, against { $other }: { $parts }.
compare-joint = { "; " }
compare-win-now = wins now, { $points } points
compare-no-win = lets a win of { $points } points go
compare-nearer = { $steps ->
    [one] one step
   *[other] { $steps } steps
} nearer to ready
compare-farther = { $steps ->
    [one] one step
   *[other] { $steps } steps
} farther from ready
compare-gained = gains { $tiles } ({ $count } live)
compare-lost = loses { $tiles } ({ $count } live)
compare-same-tiles = accepts the same tiles
compare-kept = keeps { $routes }
compare-given-up = gives up { $routes }
compare-win = win { $change } percentage points
compare-risk = deal-in { $change } percentage points
compare-payout = a win pays { $change } points on average
compare-score = expectation { $change } points (± { $margin })

# pages/ui/play.py
draw-random = Draw at random
draw-help = Draws one of the unseen tiles; or tap the tile that you draw yourself.
step-undo = Back
step-redo = Forward
another = Another hand
deal-random = Deal at random
deal-help = Deals by the rules on top and plays on for a few rounds.
deal-seed = Random hand no. { $seed }; the link carries it.
example-gang-honour = Hong zhong in hand
example-gang-honour-line = The hand is ready, but nobody wins with hong zhong in hand: lay it down first.
example-two-laizi = Two laizi
example-two-laizi-line = Two laizi in hand bar the small win, and nothing else is near: lay one down.
example-hard = Hard wins pay more
example-hard-line = Dropping the laizi waits for less, but the drop and the hard win add fan: each win pays more.
example-open-first = Open first
example-open-first-line = Without an opening no wait can win: chi the 1 wan from the left.
example-dead-wait = A dead wait
example-dead-wait-line = Discarding 5 wan looks ready, but every tile it waits for is seen: wait for another.
example-minimum = Below the minimum
example-minimum-line = A win must be worth 20 to somebody: one more laizi gang makes it so.
example-triplets = All triplets
example-triplets-line = Discarding 4 tong keeps all triplets near; discarding 1 wan lets it go.
example-third-feed = The third opening of one suit
example-third-feed-line = The player on the right has opened twice, all tong: feed a third and you pay for everybody.
example-last-tile = All from others
example-last-tile-line = The player on the right has one tile left: a 2, 5 or 8 from a hand that is not ready may cost you all three shares.
example-robbed = A gang may be robbed
example-robbed-line = The fourth 9 wan makes a gang and a fan, unless somebody wins on it.
