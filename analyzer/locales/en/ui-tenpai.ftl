# pages/tenpai.py
page-tenpai = Waits
tenpai-guide-title = Is it ready, and for what?
tenpai-guide-1 = Choose “Indicator” and tap the tile that was turned over: the laizi follows.
tenpai-guide-2 = Choose “Hand” and tap your tiles; called sets go to “Melds”.
tenpai-guide-3 = 13 tiles show what you wait for and what it pays, 14 which discard leaves you ready.

# the verdict
tenpai-stamp = 听
tenpai-stamp-no = 未
tenpai-yes = Ready for { $tiles }
tenpai-no = Not ready
tenpai-dead = Dead wait: { $tiles }
tenpai-because = Because: { $reasons }.
tenpai-live = { $kinds ->
    [one] One kind
   *[other] { $kinds } kinds
} of tile, { $total } live.
tenpai-dead-all = No copy of what it waits for is left: it can't be won, change the wait.
tenpai-dead-some = No copy is left of { $tiles }: dead.
tenpai-below-all = But no win reaches the minimum of { $minimum } points: it needs more fan first.
tenpai-below-some = Some wins fall short of the minimum of { $minimum } points; those in red don't count.
tenpai-by-rules = By the rules of “{ $rules }”

# each wait
tenpai-each-title = Each wait: how it wins and what it pays
tenpai-more-laid = How the other { $count } lie
tenpai-itself = itself
tenpai-as = as { $tile }
tenpai-won = win
tenpai-only-zimo = By self-draw only: nobody may win on a discarded laizi.
tenpai-only-discard = On another player's tile only, not by self-draw.
tenpai-short = only { $owed } points, the minimum is { $minimum }: { $fan } fan short
tenpai-capped = cap { $limit }: { $seats }

# why not
tenpai-why-title = Why it is not ready, and what would mend it
tenpai-clause = Rules { $clause }
tenpai-not-open = not open yet
tenpai-gang-tile-in-hand = a gang tile in hand
tenpai-laizi-limit = too many laizi
tenpai-pair-not-258 = the pair is no 2, 5 or 8
tenpai-far = the shape is not there yet
tenpai-would = The shape is ready, only the opening is lacking. Once open, these win:
tenpai-mend-calls = These calls on other players' tiles open it:
tenpai-mend-no-call = No call opens it now without taking it farther away; improve the hand first.
tenpai-let-go-by-left = left lets go
tenpai-let-go-by-any = anybody lets go
tenpai-more-calls = { $count ->
    [one] One more call
   *[other] { $count } more calls
}
tenpai-mend-gang = { $count ->
    [one] Lay it down as a gang at your turn and draw a replacement.
   *[other] Lay the { $count } tiles down one by one at your turn and draw a replacement for each.
}
tenpai-mend-replacement = These replacements make it ready:
tenpai-rule-laizi-in-big = By these rules a big hand may hold { $most } laizi at most.
tenpai-mend-laizi = Drop a laizi, lay one down as a gang, or go for a big hand.
tenpai-mend-pair = Break up { $tiles } and make another pair of 2, 5 or 8.
tenpai-mend-changes = One draw and one discard make it ready:
tenpai-mend-changes-unopened = One draw and one discard make the shape ready; it must open too:
tenpai-mend-draws = { $distance ->
    [one] One tile
   *[other] { $distance } tiles
} from a wait that may win. These bring it nearer:
tenpai-let-go = Discard
tenpai-let-go-laizi = Drop or gang
tenpai-drawn = after drawing

# a hand on turn
tenpai-leaves = { $count ->
    [one] One action leaves it ready
   *[other] { $count } actions leave it ready
}
tenpai-leaves-best = Look first at “{ $deed }”: the most live tiles.
tenpai-leaves-none = No discard leaves it ready
tenpai-leaves-blocked = “{ $deed }” leaves the shape ready, but: { $reasons }.
tenpai-leaves-far = Nearest is “{ $deed }”: then { $distance ->
    [one] one tile
   *[other] { $distance } tiles
} from ready.
tenpai-can-win = This hand can win now:
tenpai-leaves-title = Ready after this: tap for the full account
tenpai-waits-for = waits for

# every game
tenpai-games-title = Is it ready in the other games?
tenpai-games-note = The same hand and indicator in all ten games; the points are what the best way to win gets.
tenpai-game-yes = ready
tenpai-game-no = not ready
tenpai-game-whys = { $reasons }
tenpai-game-dead = dead
tenpai-game-impossible = impossible
tenpai-game-most = up to +{ $points }

# to be taken along
tenpai-sheet-pays = { $way } +{ $points }
tenpai-sheet-short = { $way } below the minimum ({ $points })
tenpai-sheet-calls = Calls that open it: { $tiles }.
tenpai-sheet-replacement = Lay it down; ready if the replacement is one of { $tiles }.
tenpai-sheet-change = After drawing { $draws } ({ $total } live), “{ $deed }” makes it ready.
tenpai-sheet-change-unopened = After drawing { $draws } ({ $total } live), “{ $deed }” makes the shape ready; it must open too.
tenpai-sheet-leaves = { $deed }: waits for { $tiles }, { $total } live
