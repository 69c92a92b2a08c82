# Seats
seat-0 = East
seat-1 = South
seat-2 = West
seat-3 = North
seat-none = seat { $number }

# wins.py: hands
hu-small = 小胡 small win
hu-big = 大胡 big win
hand-pengpenghu = 碰碰胡 all triplets
hand-qingyise = 清一色 one suit
hand-jiangyise = 将一色 all 258
hand-fengyise = 风一色 all winds
hand-quanqiuren = 全求人 all from others
hand-gangshanghua = 杠上花 after a gang
hand-qianggang = 抢杠 robbing a gang
hand-haidilao = 海底捞 last tiles
hand-hard = 硬胡 hard
hand-soft = 软胡 soft

# wins.py: why a hand can't win
reason-not-open = the hand has not opened
reason-gang-tile-in-hand = a gang tile is still in hand
reason-laizi-limit = too many laizi
reason-pair-not-258 = the pair is no 2, 5 or 8
reason-no-shape = the shape is not complete
reason-below-minimum = below the minimum
reason-dead-tile = this tile can't be won on

# settlement.py: fan components
part-opening = opening
part-ming-gang = exposed gang
part-an-gang = concealed gang
part-honour-gang = 红中, 发财 or 皮子 gang
part-laizi-gang = laizi gang
part-laizi-drop = dropped laizi
part-hard = hard hand
part-zimo = self-draw
part-discard = discarder
part-dealer = dealer

# settlement.py: grounds of a contract
contract-qianggang = robbed of a gang
contract-quanqiuren = fed 全求人
contract-qingyise = third feed of one suit

# settlement.py: steps
step-base-small = Small win, base { $points }
step-base-big = { $limit ->
    [one] One big hand
   *[other] { $limit } big hands
}, base { $points }
step-fan = { $seat }: { $part }, { $fan } fan
step-player-fan = { $seat } has { $fan } fan in all
step-half = { $seat }'s { $points } points × 1.5 for a self-drawn or fed big win
step-owes = { $seat } owes { $points } points
step-gold = All three pass the cap of { $limit }: 金顶, { $points } points each
step-unopened-gold = { $seat } never opened: 光明顶, { $points } points
step-capped = { $seat } is capped at { $limit }: { $points } points
step-contract = { $seat } pays for all ({ $part }): { $points } points
step-pays = { $seat }: { $points } points

# position.py: notes
note-partial-hand = A partial hand: { $melds ->
    [one] the missing meld counts
   *[other] the { $melds } missing melds count
} as opened, for a small win only.
note-no-laizi = No indicator or laizi is known; the hand is read without laizi.
note-no-indicator = The indicator is unknown, so no 皮子 is counted.

# requests.py: notes on the expectation
note-no-expectation = The indicator is unknown, so nothing can be played out.
note-policy = The expectation lets you go on by the policy learned for this game, and the others go for the nearest hand.
note-policy-plain = The expectation lets all four players go for the nearest hand from here on, you included.
note-judged = Deals are not played to the end: a learned judge tells the rest, and its error is part of the standard errors.
note-not-judged = No judge was trained for these rules, so deals are played to the end; your own policy is that of { $game }.
