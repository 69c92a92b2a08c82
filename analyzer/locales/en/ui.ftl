# pages/ui/faces.py
tile-1m = 1 wan
tile-2m = 2 wan
tile-3m = 3 wan
tile-4m = 4 wan
tile-5m = 5 wan
tile-6m = 6 wan
tile-7m = 7 wan
tile-8m = 8 wan
tile-9m = 9 wan
tile-1p = 1 tong
tile-2p = 2 tong
tile-3p = 3 tong
tile-4p = 4 tong
tile-5p = 5 tong
tile-6p = 6 tong
tile-7p = 7 tong
tile-8p = 8 tong
tile-9p = 9 tong
tile-1s = 1 tiao
tile-2s = 2 tiao
tile-3s = 3 tiao
tile-4s = 4 tiao
tile-5s = 5 tiao
tile-6s = 6 tiao
tile-7s = 7 tiao
tile-8s = 8 tiao
tile-9s = 9 tiao
tile-1z = East
tile-2z = South
tile-3z = West
tile-4z = North
tile-5z = Red Zhong
tile-6z = Green Fa
tile-7z = White Bai

# pages/ui/shell.py
app-title = Wuhan mahjong analyzer
page-study = Analyse a hand
control-rules = Rules
control-language = Language
control-menu = Menu
control-upload = Choose a file
control-upload-limit = 2 MB at most; it can be dropped here, too
language-zh-cn = 中文
language-en = English

# pages/ui/picker.py
picker-malformed = The picker sent something incomplete ({ $where }); the tiles are as before: please tap again.
picker-modes = What a tapped tile is
picker-mode-hand = Hand
picker-mode-indicator = Indicator
picker-mode-offer = Offer
picker-mode-melds = Melds
picker-mode-pond = Discards
picker-mode-seen = Seen
picker-hand = Hand, tap a tile to take it out
picker-keys = All tiles
picker-count = { $n } / { $full }
picker-indicator = Turned
picker-set-indicator = Set the indicator
picker-laizi = Laizi
picker-laizi-mark = L
picker-laizi-choice = I tap
picker-laizi-by-indicator = the indicator
picker-laizi-by-laizi = the laizi itself
picker-gang = Gang tiles
picker-gang-mark = G
picker-hidden = Face down
picker-owner = Whose
picker-kind = Kind
picker-source = From
picker-discards = Discards
picker-gangs = Gangs
picker-drops = Laizi dropped
picker-seen = Seen
picker-take-out = Take out { $tile }
picker-left = { $tile }, { $n } left
picker-write = Write
picker-write-example = 123m456p789s11z
picker-write-help = Digits and m wan, p tong, s tiao, z honours (1z–7z are East, South, West, North, Zhong, Fa, Bai), or Chinese.
picker-unfold = Show all tiles
picker-undo = Undo
picker-clear = Clear
picker-full = The hand is full: tap a tile in it to take it out.
picker-none-left = All four of { $tile } are used.
picker-not-laizi = { $tile } is a gang tile, never the laizi.
picker-no-special = { $tile } is a laizi or a gang tile: it can't be melded and is no ordinary discard.
picker-no-run = Tap the lowest tile of the run, 1 to 7.
picker-four-melds = There are four melds already: tap one to take it out.
picker-only-gang-tiles = Only gang tiles and the laizi go here.
picker-hint-indicator = Tap the tile that was turned over; the laizi follows from it.
picker-hint-laizi = Tap the laizi if you don't know which tile was turned over.
picker-hint-chi = Tap the lowest tile of the run.
picker-hint-meld = Tap the tile of the set.
picker-hint-offer = Tap the tile that another player has just discarded: call, win or pass?
picker-hint-pond = Tap what this player has discarded; gang tiles and laizi find their own place.
picker-hint-seen = Tap tiles you can see elsewhere, whoever's they are, so that the counts are right.
picker-robbed-no = Discard
picker-robbed-yes = Added gang (to rob)
picker-offered-no = { $who }
picker-offered-yes = { $who }, gang
picker-no-peng = { $who } has no peng of { $tile } to add to: set that peng under “Melds” first.
picker-table = Table
picker-wall = Wall { $n }
picker-add = { $who }: { $zone }
meld-chi = Chi
meld-peng = Peng
meld-chong-gang = Gang (discard)
meld-xu-gang = Gang (added)
meld-an-gang = Gang (hidden)
seat-me = Me
seat-next = Right
seat-across = Across
seat-previous = Left

# pages/ui/links.py
link-too-long = The link's { $name } is too long ({ $length } characters): { $limit } at most.
link-malformed = The link's { $name } says “{ $value }”, which means nothing here; this is the example instead.

# pages/ui/answers.py: the verdict
verdict-discard = Discard { $tile }
verdict-drop = Drop the laizi { $tile }
verdict-gang = Gang { $tile }
verdict-an-gang = Hidden gang of { $tile }
verdict-xu-gang = Add { $tile } to the peng
verdict-chong-gang = Gang { $tile }
verdict-peng = Peng { $tile }
verdict-chi = Chi { $tile } with { $own }
verdict-pass = Pass
asked-discard = { $tile }, discarded by: { $who }.
asked-robbed = { $tile }, added to a gang by: { $who }. You may rob it.
action-drop = drop
verdict-win = You can win
verdict-tenpai = Ready
verdict-waiting = { $distance ->
    [one] One tile from ready
   *[other] { $distance } tiles from ready
}
verdict-blocked = The shape is there, but it can't win yet
verdict-nothing = No win: the next player draws
verdict-last-draw = One of the last four tiles can only be won on.
verdict-or-play-on = Or play on: the table below ranks every action.
after-then = Then discard { $tile }.
keeps-tenpai = The hand is ready: waits for { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.
keeps-blocked = The shape is ready, but it can't win now: { $reasons }.
keeps-distance = The hand is { $distance ->
    [one] one tile
   *[other] { $distance } tiles
} from ready: accepts { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.
after-tenpai = Ready after that: waits for { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.
after-blocked = The shape is ready after that, but it can't win now: { $reasons }.
after-distance = Then { $distance ->
    [one] one tile
   *[other] { $distance } tiles
} from ready: accepts { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.
why-nearest = “{ $other }” is farther away: { $distance ->
    [one] one tile
   *[other] { $distance } tiles
} from ready.
why-more = { $distance ->
    [0] “{ $other }” is ready too but waits for { $total } tiles instead of { $best }.
   *[other] “{ $other }” is as near but accepts { $total } instead of { $best }.
}
why-keeps = “{ $other }” accepts as many but gives up { $routes }.
why-equal = “{ $other }” is just as good.
waiting-tenpai = Waits for { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.
waiting-dead = No copy of the { $kinds ->
    [one] tile it waits for
   *[other] { $kinds } tiles it waits for
} is left: a dead wait, change it.
waiting-blocked = Because: { $reasons }.
waiting-route = Nearest is { $route }: accepts { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}, { $total } live.

# pages/ui/answers.py: tables
options-title = Every action
options-instead = Play on instead
options-more = { $count ->
    [one] One more action
   *[other] { $count } more actions
}
column-action = Action
column-distance = From ready
column-accepts = Accepts (live copies below)
column-total = Total
distance = { $distance ->
    [0] ready
   *[other] { $distance } away
}
unit-tiles = live
tiles-count = { $count } live
gives-up = { $route } farther
draw-dead = { $tile }: all four are seen
all-dead = no copy is left
board-title = What it can become
route-keeps = For this, discard
route-keeps-more = and others, { $count } in all
route-far = Far away: what it needs
route-open-melds = { $count } / 4 open
route-quanqiuren = Four open melds, a single 2, 5 or 8 left, won on another player's tile.
ruled-out-chi = A chi is on the table.
ruled-out-suits = The melds are not of one suit.
ruled-out-not-jiang = A meld is no 2, 5 or 8.
ruled-out-not-wind = A meld is no wind.
ruled-out-an-gang = A hidden gang is nobody's feed.
ruled-out-partial = The melds of this partial hand are unknown.
waits-title = What it waits for and what it gets
waits-after = Waits after “{ $deed }”
wait-live = { $count } live
wait-dead = none left
no-win = no win
pays-total = +{ $points }
discard-anybody = Anybody's discard
discard-by = { $seat } discards
chip-gold = gold cap
chip-contract = { $seat } pays for all
opening-title = How to open
opening-note = An unopened hand can't win. Call these tiles: the hand opens and gets no farther away.
opening-more = { $count ->
    [one] One more call that opens
   *[other] { $count } more calls that open
} without getting nearer
call-from-left = from the left only
call-from-any = from anybody
call-then = then
points-invalid = The shape is complete, but it can't win
points-reasons = Because: { $reasons }.
points-steps = Step by step
dealer-mark = dealer
laizi-itself = The laizi stands for itself.
laizi-as = The laizi stands for { $tiles }.
note-unopened = Not open yet: only after a chi, peng or exposed gang can it win.
guide-title = Three steps to the best discard
guide-1 = Choose “Indicator” and tap the tile that was turned over: the laizi follows.
guide-2 = Choose “Hand” and tap your tiles one by one.
guide-3 = 13 tiles show what you wait for, 14 what to discard; called sets go to “Melds”.
partial-title = Some tiles are missing
partial-hint = { $count ->
    [one] One tile
   *[other] { $count } tiles
} so far. One more shows what it waits for, two more what to discard.

# pages/study.py
share = Share
share-hint = This link opens the same hand.
circumstances = Dealer: { $dealer } · { $turn }
dealer-label = Dealer
turn-label = How the last tile came
seat-label = My seat
wall-label = Tiles that can still be drawn (without the last ten)
wall-counted = Counted from what lies on the table.
wall-count = Count from the table again
turn-drawn = Drawn
turn-gang-draw = After a gang
turn-last-draw = Last four
turn-called = After a call
play-it = { $deed } and go on
play-help = Takes the tile out of the hand and counts it as seen.
won-by = Won by
won-on = Winning tile

# the expectation on the study page
deed-win = win now
verdict-could-win = Or win now: { $points } points.
why-so-far = Worth the most points so far.
why-so-far-unclear = Too few deals yet to tell it from the others.
why-worth-equal = { $count ->
    [1] { $others } is as good: the difference is within the error.
   *[other] { $others } are as good: the differences are within the error.
}
why-worth = { $other } is worth { $gap } points less on average (± { $margin }).
full-stop = .
column-score = Points
column-win = Win
column-tenpai = Tenpai
column-deal-in = Deal-in
chip-equal = as good
rank-by-distance = Ranked by distance to tenpai until the playouts say what each is worth.
rank-by-full = Ranked by expected points, from { $played } deals played out.
rank-by-quick = Ranked by expected points, judged after { $turns ->
    [one] a turn
   *[other] { $turns } turns
} of { $played } deals.
rank-by-instant = Ranked by expected points, judged after { $turns ->
    [one] a turn
   *[other] { $turns } turns
} of { $played } deals.
speed-instant = Instant
speed-says-instant = Instant: { $turns ->
    [one] one turn
   *[other] { $turns } turns
} of { $samples } deals for each action, then a learned judge speaks.
speed-says-quick = Quick: { $turns ->
    [one] one turn
   *[other] { $turns } turns
} of { $samples } deals for each action, then judged with less error.
speed-says-full = Full: { $samples } deals for each action, played to their end; knows every figure.
worth-means = Expected points: what a deal brings or costs on average from here; 95 of 100 times the true figure lies within ±.
run-so-far = Ranked by expected points, { $played } of { $wanted } deals played out…
run-stopped = Stopped after { $played } deals; ranked by expected points so far.
run-stopped-early = Stopped before there were figures; ranked by distance to tenpai.
run-failed = The expected points could not be worked out; ranked by distance to tenpai.
run-others = { $count ->
    [one] One more hand is being played out.
   *[other] { $count } more hands are being played out.
}
run-progress = Progress of the playouts
run-stop = Stop
run-again = Run again
worth-unknown = Without the indicator there are no expected points: tap the tile that was turned over. Ranked by distance to tenpai.
speed-label = How thorough
speed-quick = Quick
speed-full = Full
details-title = One action in full
details-chosen = Look at
details-against = Against
details-apart = What else differs
details-samples = Deals played
details-payout = A win pays
details-drawn = Nobody wins
details-contract = I pay for all
details-deal-in = Whom it deals in to
details-chance = Chance
details-cost = Per deal
details-hands = What it wins with
chart-label = Which chart
chart-scores = Points of each
chart-turns = Win by turn
chart-payouts = Won and lost
chart-needs-full = Choose “Full” for this chart.
column-score-axis = Expected points, lines are the error
axis-turn = Own turns from now
axis-chance = Chance
axis-chance-share = Chance
line-win = { $deed }: win
line-tenpai = { $deed }: tenpai
line-told = { $label }, within { $turn } turns { $chance }
band-even = even
band-won = win { $least }–{ $most }
band-lost = lose { $least }–{ $most }
band-won-more = win { $least } or more
band-lost-more = lose { $least } or more

# pages/strength.py
page-strength = How good are these numbers
strength-about = Checked on deals that nothing was tuned on: the analyzer predicts a hand, then the deal is played and we see what came of it.
strength-meaning = Over { $positions } hands it said that { $predicted } would win on average, and { $realised } did. In ten groups from poor to good hands, the group that is off most is off by { $worst } points of a hundred: by so much, “three in ten” can be a little more or less.
strength-predicted = Wins predicted
strength-realised = Wins that came
strength-score-predicted = Points predicted
strength-score-realised = Points that came
strength-source = { $positions } hands, one from each deal, { $samples } deals played out for each; deals from number { $first } on, program version { $commit }, Brier score of the win chance { $brier } (less is better). Your seat plays by the learned player, the others for the quickest tenpai.
strength-win-title = It says “win”: does it come?
strength-win-how = Hands in ten groups from poor to good, one dot each. On the slanted line the prediction is exact; the upright lines are the error.
strength-score-title = Points predicted, points that came
strength-score-how = The same ten groups: yellow is the mean predicted, green is the mean that came.
strength-stage-title = Early and late in the deal
strength-column-stage = Wall
strength-column-win = Win: predicted / came
strength-column-score = Points: predicted / came
strength-left = { $left } tiles left
strength-hands = { $positions } hands
strength-gain-title = How much more one wins by it
strength-gain-how = One player follows it, the other three play for the quickest tenpai, the same deals with seats changed: points more a deal.
strength-gain-none = Not measured yet.
player-p0 = quickest tenpai
player-p1 = the learned player
player-cut = the learned player with { $worlds } worlds of foresight
player-full = the learned player with { $worlds } deals to the end
strength-gain-source = { $policy }, three others by { $opponents }: { $points } ± { $margin } points a deal; { $deals } deals, { $time } ms a decision, seed { $seed }, program version { $commit }.
strength-none = Not measured yet for these rules
strength-none-others = Measured so far: { $rules }. Choose them above to see how good the numbers are.
line-perfect = exact
line-deciles = groups of { $positions } hands
bar-predicted = predicted
bar-realised = came
axis-predicted = Predicted chance to win
axis-happened = Won
axis-decile = Ten groups, from the poorest (1) to the best (10)
axis-points = Mean points
axis-gain = Points more a deal
told-win-decile = { $predicted } predicted, { $realised } came (± { $margin }), { $positions } hands
told-score-decile = Group { $decile }, { $label } { $points } points
told-gain = { $policy }, three others by { $opponents }: { $points } ± { $margin } points, { $deals } deals, { $time } ms a decision
