# pages/rules.py, pages/ui/rulebook.py, pages/ui/library.py
page-rules = Rules
rules-view = What to look at
rules-view-compare = Compare
rules-view-read = Read
rules-view-edit = Change
rules-view-own = Mine
rules-view-decisions = Disputed
rules-all-title = The ten games side by side
rules-all-how = The column in green is the game in use; what differs from it is marked in yellow.
rules-two-title = Two of them compared
rules-two-one = One
rules-two-other = The other
rules-two-differ = { $count ->
    [0] These two are the same.
    [one] They differ in { $count } field.
   *[other] They differ in { $count } fields.
}
rules-two-same = { $count ->
    [one] the same in { $count } field
   *[other] the same in { $count } fields
}
rules-read-which = Which one
rules-own-change = changed
rules-was = was: { $value }
rules-edit-how = Choose one to start from and change what you like; the sample wins show at once what it does. The game itself stays as it is.
rules-edit-from = Start from
rules-edit-reset = Undo all changes
rules-group-tiles = Gang tiles
rules-group-fan = Fan
rules-group-big = Big hands
rules-group-minimum = Minimum
rules-group-caps = Caps
rules-group-contract = Contract, leaving early
rules-has-max-laizi-in-big = Limit the laizi in a big hand
rules-has-unopened-gold = With 光明顶
rules-has-contract-cap = A cap of its own under contract
rules-summary-none = Nothing is changed yet. Each sample below follows your changes.
rules-summary = { $fields ->
    [one] { $fields } field changed
   *[other] { $fields } fields changed
}; { $samples } of { $all } samples pay differently.
rules-samples = Sample wins
rules-samples-same = { $count ->
    [one] { $count } sample that pays the same
   *[other] { $count } samples that pay the same
}
rules-sample-differs = differs
rules-before = before
rules-after = changed
rules-both = points
rules-no-win = no win: { $reasons }
rules-wrong = This can’t be, so the samples wait:
rules-silent = { $field ->
    [minimum] No sample pays between the old minimum and the new one.
    [minimum_scope] Without a minimum it makes no difference.
    [fengyise_doubles] It matters where the base doubles.
    [cap_when] It matters only where amounts are exactly the cap; no sample has that.
    [unopened_gold] It is as much as 金顶, so nothing shows.
    [contract_cap] It is as much as the cap, so nothing shows.
    [escape] Leaving early is an entry of the ledger and has nothing to do with a win.
   *[other] No sample has a hand that it matters for.
}
rules-silent-title = Changes that no sample shows
rules-name = Name
rules-name-example = Such as: our table
rules-save-new = Save as a new one and use it
rules-save-back = Save to “{ $name }”
rules-saved = Saved. “{ $name }” is now in use.
rules-changed = “{ $name }” is changed.
rules-renamed = It is called “{ $name }” now.
rules-deleted = “{ $name }” is deleted.
rules-deleted-in-use = “{ $name }” is deleted; “{ $game }” is in use now.
rules-loaded = { $count ->
    [one] { $count } rule set read from the file.
   *[other] { $count } rule sets read from the file.
}
rules-loaded-nothing = All rules of the file are here already.
rules-own-none = You have no rules of your own yet. Under “Change” start from a game, change what your table plays differently and save it; it then stands here and in the list on top.
rules-own-kept = Kept in this device’s browser; take them elsewhere by file or link.
rules-own-base = From: { $game }
rules-own-same = The same as the game it started from.
rules-in-use = in use
rules-use = Use
rules-change-it = Change
rules-rename = Rename
rules-new-name = New name
rules-rename-do = Rename it
rules-delete = Delete
rules-delete-sure = It will be gone. Really delete “{ $name }”?
rules-delete-do = Really delete
rules-download = Save as a file
rules-download-all = Save all as a file
rules-upload = Read from a file
rules-upload-faults = The file has faults, so nothing was taken from it:
rules-share-how = Send the rules in use, with the hand: they appear in your friend’s list.
rules-valued = What figures rest on: { $told }
rules-decisions-how = Four public rule texts contradict each other and themselves in places. Here is what they say at each point and what was decided; what can be changed is changed under “Change”.
rules-sources-are = S0 is 红中发财癞子杠, S1 红中癞子杠, S2 the games with ×4 laizi gangs and 皮子, S3 the koukoufan called bubudao.
rules-sources = The sources
rules-decided = Decided here
rules-decision-fields = To change it: { $fields }, under “Change”.
rules-decision-fixed = The same in every game; it can’t be changed.
rules-decision-open = can be changed
rules-decisions-only-open = Only what can be changed
sample-small-discard = Small win on a discard
sample-small-dealer = Hard self-draw as dealer, two calls
sample-small-poor = A poor soft small win
sample-small-held = Small win holding a tile like the indicator
sample-pengpenghu = 碰碰胡 with three laizi
sample-qingyise = 清一色, the third call fed from the left
sample-three-big = Three big hands: 将一色, 碰碰胡, 海底捞
sample-fengyise = 风一色 with 发财 in hand
sample-quanqiuren = 全求人 fed by a player who is tenpai
sample-gangshanghua = 杠上花 after a laizi gang
sample-qianggang = Robbing a gang
sample-haidilao = 海底捞 with a pair that is no 2, 5 or 8
sample-gold = 金顶, the player across unopened
sample-robbed = robbing { $seat }
sample-indicator = indicator { $tile }
sample-gang = gang of { $tile }
sample-lies = { $seat }: { $what }.
sample-unopened = { $seat } has not opened.
library-title = My rules
library-nameless = Own rules
rules-custom = { $name } (custom)
