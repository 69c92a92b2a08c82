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
