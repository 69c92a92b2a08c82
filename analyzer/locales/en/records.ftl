# moves.py
move-four-melds = { $seat } has four melds already; there is no place for a fifth ({ $clause }).
move-no-more-gangs = { $seat } can’t gang any more with { $wall } tiles left to draw; gangs end when four are left ({ $clause } 海底).
move-xu-gang-without-peng = { $seat } has no peng of { $tile } to add a fourth to ({ $clause } 蓄杠).
move-gang-after-call = { $seat } has just chi’d or peng’d and can’t make an an_gang or xu_gang before it draws ({ $clause }).
move-not-a-gang-tile = { $tile } can’t be laid down alone by { $seat }; only gang tiles and laizi can ({ $clause }).
move-gang-tile-discarded = { $tile } is a gang tile: when { $seat } discards it, that is a gang; write it as a gang ({ $clause }).
move-drop-not-laizi = { $tile } is no laizi, so { $seat } discards it; only laizi are dropped ({ $clause }).
move-laizi-discarded = { $tile } is the laizi: when { $seat } lets it go, write it as a drop ({ $clause } 丢癞子).

# deal.py
deal-over = The deal is over; nothing can follow ({ $clause }).
deal-no-such-seat = The seat is { $seat }; it must be 0 East, 1 South, 2 West or 3 North.
deal-hidden-hand = { $seat } has hidden tiles, so what it sees can’t be told; take a seat whose hand is known.
deal-hand-count = { $seat } was dealt { $count } tiles; it must be { $right }.
deal-wall-count = The wall has { $count } tiles after the deal; it must be { $right }.
deal-wall-and-hidden-hands = The wall is known, but not every hand; with a wall all tiles must be known.
deal-draw-in-turn = { $seat } can’t draw: { $actor } has yet to let a tile go ({ $clause }).
deal-wall-at-end = { $seat } can’t draw: the last ten tiles of the wall are never drawn ({ $clause } 海底).
deal-draw-out-of-turn = { $seat } can’t draw: { $drawer } draws next ({ $clause }).
deal-draw-not-of-wall = The wall’s next tile is { $right }, not { $tile } ({ $clause }).
deal-no-copies-left = { $seat } can’t have { $tiles }: the other copies are all accounted for, and there are four of each tile ({ $clause }).
deal-not-in-hand = { $seat } does not hold { $tiles }; its hand is { $hand } ({ $clause }).
deal-last-tile-is-kept = { $seat } has drawn one of the last four tiles: it may win on it, but lets nothing go ({ $clause } 海底).
deal-replacement-first = { $seat } has made a gang and draws its replacement first ({ $clause }).
deal-not-drawn = { $seat } is not on turn: { $drawer } draws first ({ $clause }).
deal-out-of-turn = { $seat } is not on turn; { $actor } is ({ $clause }).
deal-no-hidden-gang = { $seat } can’t have four hidden tiles of a kind here ({ $clause } 暗杠).
deal-nothing-to-claim = There is no discard for { $seat } to take ({ $clause }).
deal-claims-another-tile = { $seat } takes { $tile } from { $source }, but what lies there is { $right } of { $actor } ({ $clause }).
deal-chi-without-tile = The chi { $tiles } does not contain { $tile }, the tile it takes ({ $clause }).
deal-has-passed = { $seat } has let this tile be already ({ $clause }).
deal-not-asked = { $seat } is not asked about anything, so it can’t pass ({ $clause }).
deal-tiles-left = The deal is not drawn yet: { $wall } tiles can still be drawn, or somebody has to act first ({ $clause } 荒庄).
deal-win-after-call = { $seat } has just chi’d or peng’d and can’t win before it draws ({ $clause }).
deal-no-moment-to-win = There is no tile that { $seat } could win on now ({ $clause }).
deal-wins-otherwise = { $seat } is said to win on { $tile } by { $by }, but it can only be { $right } by { $now } here, with its source ({ $clause }).
deal-shows-another-hand = { $seat } shows { $hand }, but holds { $right } ({ $clause }).
deal-shows-other-gangs = { $seat } shows { $tiles } as its hidden an_gang; it takes one tile for each ({ $clause }).
deal-hidden-win-without-pays = { $seat }’s hand is hidden, so its win needs the amounts that were paid ({ $clause }).
deal-pays-no-settlement = The amounts { $pays } are no win of { $seat }: the others pay, it gets the sum ({ $clause }).
deal-wrong-settlement = The win pays { $right }, not { $pays } ({ $clause }).
deal-no-win-not-open = { $seat } can’t win: it has not opened by a chi, peng or open gang ({ $clause } 开口).
deal-no-win-gang-tile-in-hand = { $seat } can’t win: it still holds a gang tile ({ $clause }).
deal-no-win-laizi-limit = { $seat } can’t win: its hand holds too many laizi ({ $clause }).
deal-no-win-pair-not-258 = { $seat } can’t win: the pair is no 2, 5 or 8 ({ $clause } 将).
deal-no-win-no-shape = { $seat } can’t win: the hand is not complete ({ $clause }).
deal-no-win-below-minimum = { $seat } can’t win: nobody owes as much as the minimum ({ $clause } 起胡).
deal-no-win-dead-tile = { $seat } can’t win on a discarded laizi or gang tile ({ $clause }).

# record.py
record-line = Line { $line }: { $fault }
record-event = Event { $number }: { $fault }
record-too-large = The text has { $size } characters; { $most } at most are read.
record-not-utf-8 = The file is no UTF-8 text: byte { $position } can’t be read; save it as UTF-8.
record-empty = There is no record in it; a record begins with a line of type start.
record-not-one = There are { $count } records; it must be exactly one.
record-line-too-long = The line has { $length } characters; { $most } at most.
record-not-json = It is no JSON: { $reason }.
record-not-an-object = It is { $value }; every line of a record is a JSON object with a type.
record-no-such-type = There is no event of type { $value }; there are { $known }.
record-version = The record’s version is { $version }; this program reads version { $right }.
record-field-missing = { $field } is missing.
record-field-unknown = There is no field { $field } (here { $value }) in this event; check its spelling.
record-field-not-text = { $field } is { $value }; it must be text.
record-field-not-a-number = { $field } is { $value }; it must be a whole number.
record-field-not-a-list = { $field } is { $value }; it must be a list.
record-field-not-four = { $field } is { $value }; it must have four entries, by seat.
record-field-wrong = { $field } can’t be { $value }.
record-not-closed = A new deal starts, but the one before has no line of type end.
record-before-start = An event of type { $type } stands outside a deal; a deal begins with a line of type start.
record-cut-off = The record ends in the middle of a deal; its last line must be of type end.

# shorthand.py
quick-head-too-late = “{ $word }” belongs to the head, before the first turn.
quick-without-indicator = The indicator is missing; write a line such as 翻 4m before the first turn.
quick-seed = The seed is “{ $value }”; it must be a whole number below 2^53.
quick-names = The names are { $value }; write four, in the order East, South, West, North.
quick-pays-without-win = “{ $word }” stands alone; amounts follow a win, such as 胡 =24,-8,-8,-8.
quick-amounts = “{ $word }” are no amounts; write four by seat, such as =24,-8,-8,-8.
quick-nothing-done = “{ $line }” doesn’t say what the player does; write a seat and its acts, such as 东 +3m 9p.
quick-draw-missing = { $seat } has to draw before this, and the hand is known: write the tile, such as +3m.
quick-tile-missing = “{ $word }” doesn’t say which tile; write it behind, such as 5m.
quick-nothing-lies-there = There is no discard for { $seat } to take.
quick-win-without-tile = { $seat } wins with a hidden hand on a tile that nobody named; write the tile or the hand behind.

# cli.py
cli-records-faulty = There are faults in { $files }.
cli-file-unreadable = { $file } can’t be read: { $reason }
cli-record-won = ok, { $seat } wins
cli-record-drawn = ok, a drawn game (荒庄)  +0 / +0 / +0 / +0
cli-record-unfinished = ok, unfinished after { $events } events
