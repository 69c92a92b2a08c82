# pages/ui/offer.py
offer-button = Write into the ledger

# pages/table.py
page-table = Table
table-reading = Looking for a table that this browser keeps…
table-kept-here = This table is kept in the browser of this device: neither a reload nor a locked screen loses it, and nobody else sees it.
table-who-won = Who won
table-three-taps = Tap who won, how, and “Write down”: that is a deal.
table-how = How { $name } won
table-from = off { $name }
table-write = Write down
table-let-go = Leave it
table-more-fan = Fan, hard, big hands
table-big = Big hands (none for a small one)
table-big-help = Several add up by the rules chosen above.
table-hard-help = No laizi, or all of them used as themselves.
table-fan = Fan in front of each player
table-fan-help = What openings, gangs and dropped laizi add up to; 0 for a player who has not opened. Hard, self-draw, discarder and dealer are added by themselves.
table-type-amounts = Type the points
table-type = I type what each one pays
table-pays = { $name } pays
table-below-minimum = Reckoned like this it is below the minimum ({ $minimum } points): check the fan. If the table agrees, write it down all the same.
table-pays-all = { $name } pays for all three.
table-escape-hint = Leaving early costs { $points } points, shared by the three who stay (points left over go to the next players first). The deal does not count, and the dealer deals again.
table-escapes = { $name } leaves
table-undo = Undo
table-redo = Redo
table-redo-help = Put in again: { $told }
table-last = Last deal: { $told }
table-none-yet = Nothing written down yet.
table-course = { $wind } wind, round { $round } · deal { $number }
table-dealer = { $name } deals
table-kept = kept × { $times }
table-money = { $amount } ¥
table-told-zimo = { $name }, self-draw
table-told-win = { $name } off { $source }
table-told-escape = { $name } left early
table-hands = { $names }
table-deals = Every deal
table-deal = Deal
table-where = { $wind }, round { $round }
table-dealt = dealt this one
table-older = { $count ->
    [one] One older deal is
   *[other] { $count } older deals are
} in the spreadsheet.
table-chart = Running totals
table-export = Spreadsheet
table-stake = Money a point
table-stake-help = Points are then told as money, too; 0 for points alone.
table-new = New table
table-new-sure = This table ({ $count ->
    [one] one deal
   *[other] { $count } deals
}) will be gone from the browser. Take the spreadsheet first if you want to keep it.
table-new-yes = Clear it and start a new table
table-offered = From the score page
table-offered-told = { $told }.
table-offered-hand = { $hand }.
table-offered-seats = Seats are matched by the dealer: the one on the score page is the one who deals now.
table-offered-first = A deal from the score page is waiting: set out the table first.

# pages/ui/seats.py
table-draft = the table not yet begun
table-no-draft = “{ $value }” is nothing that sets out a table.
table-new-title = Set out a table
table-way = How seats are found
table-way-seated = We are seated
table-way-random = Draw here
table-way-typed = We drew, I type it
table-seat-0 = East (deals first)
table-seat-1 = South
table-seat-2 = West
table-seat-3 = North
table-player = No. { $number }
table-draw = Draw tiles and throw the dice
table-draw-again = Draw anew
table-seed = Number of this draw
table-seed-help = The same number draws the same again, for everybody to check.
table-draw-tiles = What each player drew
table-draw-once-more = Equal tiles draw once more
table-which-tile = which tile
table-dice = { $name } drew East and throws the dice
table-die = Die { $number }
table-drew = Drawn for seats
table-threw = { $name } throws { $one } and { $other }, { $count } in all: counted counter-clockwise from the own seat that ends on { $east }, who sits East and deals first.
table-begin = Sit like this and begin

# pages/ui/charts.py: the ledger
axis-deals = Deal
axis-total = Points in all
told-total = { $name }, { $points } points after { $deal } deals
