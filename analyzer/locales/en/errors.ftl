# notation.py
notation-unknown-character = “{ $text }”: “{ $character }” at position { $position } is no tile; write digits with m, p, s or z, such as 123m55z, or Chinese names, such as 一万 红中.
notation-number-without-suit = “{ $text }”: “{ $character }” at position { $position } has no suit; write m, p, s or z right behind it, such as 123m.
notation-suit-without-number = “{ $text }”: “{ $character }” at position { $position } has no digit before it; write 1–9 first (1–7 for honours), such as 5m.
notation-zero = “{ $text }”: “{ $character }” at position { $position } is no tile; there are no red fives, digits are 1–9.
notation-honour-number = “{ $text }”: “{ $character }” at position { $position } is no honour; honours are 1z–7z: East, South, West, North, 中, 发, 白.
notation-too-long = The text is too long ({ $length } characters); at most { $limit } are read.
notation-not-one-tile = “{ $text }” names { $count } tiles; write exactly one, such as 5m.
notation-meld-kind = “{ $text }” is no meld; write chi, peng, chong_gang, xu_gang or an_gang, such as chi:123m@3.
notation-meld-without-tiles = The meld “{ $text }” names no tiles; a chi names three, such as chi:123m@3, the others one, such as peng:5p@1.
notation-offer = “{ $text }” doesn't say whose tile it is; write the tile, @ and the seat, such as 5s@3.
notation-seat = “{ $text }” is no seat; write 0, 1, 2, 3 or 东, 南, 西, 北.


# rules/ruleset.py
rules-unknown-preset = There is no rule set { $name }; there are { $known }.
rules-unknown-field = A rule set has no field “{ $field }”; its fields are { $known }.
rules-not-a-choice = The rule field { $field } can't be { $value }; it is one of { $choices }.
rules-not-a-number = The rule field { $field } can't be { $value }; it is a whole number from { $least } to { $greatest }.
rules-not-a-number-or-null = The rule field { $field } can't be { $value }; it is a whole number from { $least } to { $greatest }, or null for none.
rules-gold-below-cap = 金顶 (gold) { $gold } is below the cap { $cap }; it can't be.
rules-gold-below-contract-cap = 金顶 (gold) { $gold } is below the contract cap { $cap }; it can't be.
rules-without-base = A rule set's base can't be { $value }; name a preset, such as "base": "hongzhong".
rules-not-text-or-object = Rules can't be { $value }; name a preset, or write {"{"}"base": name, …{"}"}.
laizi-is-gang-honour = { $tile } is a gang honour in this game and can't be the laizi.

# position.py
position-not-four-players = There are { $count } players; there must be four, in the order East, South, West, North.
position-no-such-seat = The { $name } is { $seat }; it must be 0 East, 1 South, 2 West or 3 North.
position-laizi-not-of-indicator = The laizi of the indicator { $indicator } is { $right }, not { $laizi }.
position-five-melds = { $seat } has { $count } melds; four are the most.
position-not-a-gang-tile = { $seat } has { $tile } among its gangs; only { $right } can be laid down alone.
position-gang-tile-in-discards = { $seat } has the gang tile { $tile } among its discards; discarding it is a gang, so it belongs into gangs.
position-laizi-in-discards = { $seat } has the laizi { $tile } among its discards; a dropped laizi belongs into laizi_drops.
position-laizi-drops = { $seat } has dropped { $count } laizi; it must be 0 to 4.
position-drops-without-laizi = { $seat } has dropped laizi, but which tile is the laizi is unknown; give the indicator or the laizi.
position-hand-count = { $concealed } concealed tiles and { $melds } melds make no hand; it takes { $waiting } tiles to wait or { $turn } to discard, and three fewer for each meld left out.
position-wall = The wall has { $wall } tiles left; it must be 0 to { $most }.
position-too-many-copies = { $tile } appears { $count } times; there are four of each tile.
meld-no-such-kind = There is no meld { $kind }; it is one of { $known }.
meld-not-a-run = { $meld } is no run; a chi names three tiles in a row of one suit, such as chi:123m.
meld-without-tile = { $meld } names no tile; a peng or gang names one, such as peng:5p.
meld-not-one-tile = { $meld } names several tiles; a peng or gang names one, such as peng:5p.
meld-with-gang-tile = { $meld } has the gang tile { $tile }; gang tiles can't be called or ganged in fours.
meld-with-laizi = { $meld } has the laizi { $tile }; laizi can't be called or ganged in fours.
meld-an-gang-has-no-source = { $meld } comes from { $source }; an an_gang comes from nobody.
meld-without-source = { $meld } doesn't say whom it came from; write the seat, such as peng:5p@1.
meld-impossible-source = { $seat }'s { $meld } can't come from { $source }; it must be one of the three others (0 East, 1 South, 2 West, 3 North).
meld-chi-not-from-left = { $meld } comes from { $source }; a chi comes from the left ({ $left }) only.

# wins.py
win-hand-count = A score takes { $right } concealed tiles, the winning one included; there are { $concealed }.
win-tile-not-in-hand = The winning tile { $tile } is not in the hand; the hand includes it.
win-zimo-has-no-source = A self-draw comes from nobody, but from is { $source }.
win-after-gang-and-last = No gang can be made before the last four tiles, so after_gang and last_tiles exclude each other.
win-after-no-gang = The hand is said to win after a gang, but has none; add the gang or leave after_gang out.
win-without-source = A win by { $by } needs to say whose tile it was; write the seat in from.
win-impossible-source = { $seat } can't win on a tile of { $source }; it must be one of the three others (0 East, 1 South, 2 West, 3 North).
win-situation-not-zimo = after_gang and last_tiles go with a self-draw only; this win is by { $by }.
win-robbed-without-peng = { $source } has no peng of { $tile } and can't be robbed of it.
win-unnamed-melds = { $seat } is said to have { $count } melds; a player has four at the most, and the winner's need their tiles.

# waits.py
waits-hand-count = Waits take 3k + 1 concealed tiles (13, 10, 7, 4 or 1); there are { $concealed }.

# advice.py
discards-hand-count = Discards take 3k + 2 concealed tiles (14, 11, 8, 5 or 2); there are { $concealed }.
calls-hand-count = Calls take 3k + 1 concealed tiles (13, 10, 7, 4 or 1); there are { $concealed }.
offer-impossible-source = { $seat } can't be offered a tile by { $source }; it must be one of the three others (0 East, 1 South, 2 West, 3 North).
offer-robbed-without-peng = { $source } has no peng of { $tile }, so it can't be adding to one.

# course.py
draw-impossible = There is nothing to draw with { $concealed } concealed tiles and { $wall } in the wall; it takes 3k + 1 tiles and a wall that lasts for one's turn.
draw-none-left = All four of { $tile } are seen, so it can't be drawn; take a tile with live copies.

# requests.py
request-not-json = This line is no JSON: { $reason }.
request-not-an-object = The request { $value } is no JSON object.
request-lang = There is no language { $value }; there are { $known }.
request-op = There is no op { $value }; there are { $known }.
request-turn = The turn can't be { $value }; it is one of { $known }.
request-win-by = win.by can't be { $value }; it is one of { $known }.
request-field-missing = The request lacks { $field }.
request-field-unknown = The request has { $field } = { $value }, which no request has; check its spelling.
request-field-not-text = { $field } is { $value }; it must be text.
request-field-not-a-number = { $field } is { $value }; it must be a whole number.
request-field-not-a-flag = { $field } is { $value }; it must be true or false.
request-field-not-a-list = { $field } is { $value }; it must be a list.
request-field-not-an-object = { $field } is { $value }; it must be an object.
request-field-wrong = { $field } can't be { $value }.
request-out-of-range = { $field } is { $value }; it must be above 0 and at most { $most } (a seed may be 0).
request-speed = There is no speed { $value }; there are { $known }.

# money.py
stake-not-a-number = A point is said to be worth “{ $value }”; write a number above 0 with at most four decimals, such as 0.5.
stake-out-of-range = A point is said to be worth { $value }; it must be above 0 and at most { $most }.

# disputes.py
paid-nothing-known = No payment is given; write the total, or what any one player paid.
paid-out-of-range = A payment is said to be { $value }; it must be a whole number from 0 to { $most }.
paid-by-winner = { $seat } won and pays nothing; write what the other three paid.
paid-adds-up-wrong = The three paid { $sum } points together, but the total says { $total }; both must be the same.
# rules/library.py
library-name-empty = There is no name yet; write 1 to { $limit } characters.
library-name-too-long = The name “{ $name }” has { $length } characters; at most { $limit } are possible.
library-name-unseen = The name “{ $name }” holds a character that can’t be seen, { $character }; take it out first.
library-name-of-game = “{ $name }” is the name of one of the games; choose another, so that nobody takes them for the same.
library-name-taken = There are rules called “{ $name }” already; choose another name.
library-full = At most { $limit } rule sets of your own can be kept; delete one first.
library-unknown = There are no rules called “{ $name }”; they may have been deleted or renamed.
rules-file-too-large = The file has { $size } bytes; a file of rules has at most { $limit }.
rules-file-not-json = This is no file of rules, it can’t be read as JSON: { $reason }.
rules-file-not-ours = This is no file of rules: it does not say "format": "{ $format }".
rules-file-version = The file’s version is { $version }; it must be { $right }.
rules-file-without-rules = A file of rules holds format, version and rules, and rules is a list of at least one rule set.
rules-file-too-many = The file holds { $count } rule sets; at most { $limit } are possible.
rules-file-entry = Rule set { $number }: { $fault }
rules-file-entry-form = It is { $value }; a rule set holds { $right } and nothing else.
rules-file-not-text = { $field } is { $value }; write text.
rules-file-not-fields = fields is { $value }; write the rules’ fields with their values.
rules-file-twice = { $field } is given twice; write each once.
rules-file-not-whole = { $value } is no whole number; all numbers of a file of rules are.

# store.py
store-url = The database address that begins with "{ $url }" can't be used; write sqlite:///path/to/file or postgresql://user:password@host/name.
store-driver = { $name }, which is needed for PostgreSQL, is not installed; run pip install "psycopg[binary]".
store-not-a-database = { $file } is not a SQLite database and was left as it is; name another path, or move the file away.
store-cut-off = The database { $file } is not whole, { $size } bytes are left of it; it was left as it is. Put a backup in its place, or move it away to start anew.
store-damaged = The database { $file } is damaged ({ $found }) and was left as it is. Put a backup in its place, or move it away to start anew.
store-damaged-row = "{ $row }" in { $table } is not what was written: it is damaged and was left as it is. Fetch it from a backup, or delete it.
store-lost = The database { $file } is gone, but its log { $log } is there. Put the database back, or move the log away to start anew.
store-newer = The database { $database } was written by a newer version ({ $found }) and was left as it is; update this program to open it.
store-not-ours = The database { $database } holds another program's tables and was left as it is; name an empty database.
store-failed = The database { $database } could not be read or written this time: { $said }. Check disk space, permissions and connection, then try again.
store-no-profile = Profile { $profile } is not in the database; open the page anew.
store-login = The login gave no whole identity (issuer "{ $issuer }", subject "{ $subject }"); both are needed.
store-text = { $name } "{ $value }" can't be kept: it should be text of 1 to { $limit } characters without a null character.
store-number = { $name } is { $value }; it should be a number from { $least } to { $greatest }.
store-export-json = What is imported is not JSON (it begins with "{ $found }"); choose a file that this program exported.
store-export-form = What is imported (it begins with "{ $found }") was not exported by this program; choose a file that it exported.
store-export-newer = The imported file has form { $form }, and this program knows form { $known }; update it, then import.
store-export-part = { $part } in the imported file is not right; it should be a list of at most { $limit } rows.
store-export-row = Row { $number } of { $part } in the imported file is not right; it should have exactly these fields: { $fields }.

# drills.py
drill-rules = There is no game “{ $rules }”; choose one of: { $known }.
drill-level = The level is { $level }; it must be one of { $known }.
drill-seed = The question's number is { $seed }; it must be a whole number from 0 to { $most }.
drill-key = “{ $key }” names no question; one looks like waits:hongzhong:1:12345.
drill-set = A set of { $count } questions; it needs at least one topic and 1 to { $most } questions.
drill-answer = The answer “{ $given }” is not among those of this question; choose from what is listed.
drill-none = No such question came up in many deals ({ $key }); try another one, or another level.
drill-no-decision = There was nothing for you to choose at step { $at } of the record; this question is skipped.
drill-close = Worked out anew, your choice at step { $at } can't be told from the best one; it is no mistake, so it is skipped.
drill-no-record = The record that this question comes from ({ $key }) is gone; the question is skipped.

# rounds.py
drill-no-set = “{ $value }” in the link names no set of questions; ask for the link again, or choose a set yourself.
