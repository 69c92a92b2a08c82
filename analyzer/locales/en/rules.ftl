# rules/presets.py: the games
rules-hongzhong = Hongzhong laizi gang, kaikoufan
rules-hongzhong-koukou = Hongzhong laizi gang, koukoufan
rules-facai = Hongzhong facai laizi gang, kaikoufan
rules-facai-koukou = Hongzhong facai laizi gang, koukoufan
rules-facai-x4 = Hongzhong facai laizi gang ×4, kaikoufan
rules-facai-x4-koukou = Hongzhong facai laizi gang ×4, koukoufan
rules-pizi = Hongzhong pizi laizi gang, kaikoufan
rules-pizi-koukou = Hongzhong pizi laizi gang, koukoufan
rules-qipi = Qipi silai, koukoufan
rules-yuanhang = Koukoufan (bubudao)

# rules/ruleset.py: the fields
rule-gang-honours = Gang honours: which honours are laid down alone as a gang
rule-pi = 皮子: whether the indicator (and the tile before it) is a gang tile
rule-laizi-gang-fan = Fan of each laizi gang
rule-opening = Opening: one fan in all (once) or one for each call (each)
rule-minimum = Minimum that a loser must owe for a hand to win
rule-minimum-scope = Whether any one loser must owe the minimum, or every loser
rule-big-base = Base of big hands: added up or doubled
rule-fengyise-doubles = 风一色 counts as two in a doubling base
rule-situational-any-pair = Any pair for a hand big by situation only
rule-max-laizi-in-big = The most laizi in the hand of a big win
rule-gang-draw-pays-zimo = 杠上花 and 海底捞 pay × 1.5 too
rule-robbed-gang-pays = Robbed gang: × 1.5 for the robbed player, or for every loser
rule-cap = Cap: the most that one loser pays
rule-cap-when = 金顶 when all three exceed the cap, or reach it
rule-gold = 金顶: what each loser pays then
rule-unopened-gold = 光明顶: what an unopened loser pays at 金顶
rule-contract-cap = Cap of each amount where one pays for all
rule-quanqiuren-contract = Feeding 全求人: pay for all if not tenpai, or always
rule-escape = Points for leaving early

# rules/ruleset.py: the fields by their short names, and their values
rule-title-gang-honours = Gang honours
rule-title-pi = 皮子
rule-title-laizi-gang-fan = Laizi gang
rule-title-opening = Opening
rule-title-minimum = Minimum
rule-title-minimum-scope = Who must owe it
rule-title-big-base = Base of big hands
rule-title-fengyise-doubles = 风一色
rule-title-situational-any-pair = Pair of 杠上花, 抢杠, 海底捞
rule-title-max-laizi-in-big = Laizi in a big hand
rule-title-gang-draw-pays-zimo = 杠上花, 海底捞 × 1.5
rule-title-robbed-gang-pays = 抢杠 × 1.5
rule-title-cap = Cap
rule-title-cap-when = When 金顶
rule-title-gold = 金顶
rule-title-unopened-gold = 光明顶
rule-title-contract-cap = Cap under contract
rule-title-quanqiuren-contract = Feeding 全求人
rule-title-escape = Leaving early
rule-value-gang-honours = { $value ->
    [h5z6z] 红中, 发财
   *[h5z] 红中
}
rule-value-pi = { $value ->
    [indicator] indicator
    [indicator_and_previous] indicator and the one before
   *[none] none
}
rule-value-laizi-gang-fan = { $value } fan (×{ $value ->
    [2] 4
   *[1] 2
})
rule-value-opening = { $value ->
    [each] each call
   *[once] once
}
rule-value-minimum = { $value ->
    [0] none
   *[other] { $value } points
}
rule-value-minimum-scope = { $value ->
    [every] every loser
   *[any] any loser
}
rule-value-big-base = { $value ->
    [doubling] doubled
   *[additive] added up
}
rule-value-fengyise-doubles = { $value ->
    [on] counts as two
   *[off] counts as one
}
rule-value-situational-any-pair = { $value ->
    [on] any pair
   *[off] 2, 5 or 8
}
rule-value-max-laizi-in-big = { $value ->
    [none] no limit
   *[other] at most { $value }
}
rule-value-gang-draw-pays-zimo = { $value ->
    [on] yes
   *[off] no
}
rule-value-robbed-gang-pays = { $value ->
    [zimo] every loser
   *[discard] the robbed one
}
rule-value-cap = { $value } points
rule-value-cap-when = { $value ->
    [reach] all three reach
   *[exceed] all three exceed
}
rule-value-gold = { $value } points
rule-value-unopened-gold = { $value ->
    [none] none
   *[other] { $value } points
}
rule-value-contract-cap = { $value ->
    [none] the cap
   *[other] { $value } points
}
rule-value-quanqiuren-contract = { $value ->
    [always] always pays for all
   *[not_tenpai] if not tenpai
}
rule-value-escape = { $value } points

# rules/told.py: a game in sentences
clause-1 = Tiles
clause-2 = Laizi and gang tiles
clause-3 = Calls and opening
clause-4 = Winning hands
clause-5 = Fan
clause-6 = Minimum, caps, contracts
clause-7 = The games
clause-8 = The dealer
told-tiles = Wan, tong and tiao from 1 to 9 and the seven honours 东南西北中发白, four of each: 136 tiles, no flowers.
told-jiang = Every 2, 5 and 8 of the three suits is a 将, 36 tiles in all.
told-laizi = After the deal one tile is turned over; the next one is the laizi. After 9 comes 1; honours go round 东南西北中发白 and skip gang honours.
told-gang-honours = { $value ->
    [h5z6z] 红中 and 发财 are gang honours.
   *[h5z] Only 红中 is a gang honour; 发财 is an honour like any other.
}
told-pi = { $value ->
    [indicator] There are 皮子: the three tiles like the indicator are gang tiles, too. If it is a gang honour itself, there are none.
    [indicator_and_previous] There are two kinds of 皮子: the three tiles like the indicator and the four of the tile before it; with the laizi, “seven skins and four laizi”.
   *[none] There are no 皮子: the indicator’s kind is a tile like any other.
}
told-gang-tiles = Gang tiles can’t be chi’d or peng’d. Each is laid down alone, with a replacement draw; discarding one counts as the same. No win while one is in the hand.
told-laizi-limits = A laizi can’t be used to chi, peng or gang, and nobody may call a discarded laizi or win on it.
told-laizi-use = In the hand a laizi stands for any tile but a gang honour. It may also be laid down as a laizi gang or plainly discarded.
told-calls = Chi from the player on the left only; peng and gang go before chi, a win before everything. After a chi or peng one discards.
told-open = A chi, a peng or an open gang opens the hand; a concealed gang does not. Without an opening there is no win, not even a big one.
told-small = Small win (小胡): four sets and a pair of 2s, 5s or 8s. There are no seven pairs and no concealed hand.
told-two-laizi = With two or more laizi in the hand a small win is forbidden; a big one is not.
told-big = Big hands: 碰碰胡, 清一色, 将一色 (all 2, 5, 8; no shape needed), 风一色 (all of 东南西北发白; no shape needed), 全求人, 杠上花, 抢杠, 海底捞. They add up.
told-situational-any-pair = { $value ->
    [on] A hand that is big by 杠上花, 抢杠 or 海底捞 alone may have any pair.
   *[off] A hand that is big by 杠上花, 抢杠 or 海底捞 alone still needs a pair of 2s, 5s or 8s.
}
told-max-laizi-in-big = { $value ->
    [none] A big hand may hold any number of laizi.
    [0] A big hand may hold no laizi.
   *[other] A big hand may hold at most { $value } laizi.
}
told-hard = No laizi in the hand, or each one used as itself: a hard win (硬胡). Everything else is soft (软胡).
told-last = The last ten tiles are never drawn. With fourteen left nobody may gang; once nobody claims the last discard, each player draws one of the last four, discards nothing and may win on it only.
told-one-winner = One winner only: of several the first counter-clockwise from the dealer, the dealer first.
told-fan = Every fan doubles. A loser owes the base, doubled for each fan of the winner and each of their own.
told-opening = { $value ->
    [each] Koukoufan: each chi, peng and open gang on a discard is one fan; a peng that becomes a gang counts once.
   *[once] Kaikoufan: one fan in all, however often one has called.
}
told-gangs = Open gang one fan, concealed gang two; each 红中, 发财 or 皮子 laid down one; each discarded laizi one. Winner and losers count their own.
told-laizi-gang-fan = { $value ->
    [2] Each laizi gang is two fan (×4).
   *[1] Each laizi gang is one fan (×2).
}
told-small-fan = Small win: base one point; hard one fan, self-draw one, the discarder one, and one wherever the dealer wins or loses.
told-big-base = { $value ->
    [doubling] Big win: base ten points, doubled with every further big hand: two make twenty, three forty.
   *[additive] Big win: base ten points for each big hand: two make twenty, three thirty.
}
told-fengyise-doubles = { $value ->
    [on] Where the base doubles, 风一色 counts as two big hands.
   *[off] 风一色 counts as one big hand.
}
told-big-pay = Big win: hard one fan; by self-draw every loser pays × 1.5, on a discard the discarder does; no fan for the dealer.
told-gang-draw-pays-zimo = { $value ->
    [on] 杠上花 and 海底捞 are self-draws: every loser pays × 1.5.
   *[off] 杠上花 and 海底捞 are not paid × 1.5.
}
told-robbed-gang-pays = { $value ->
    [zimo] A robbed gang is paid like a self-draw: × 1.5 for every loser.
   *[discard] The robbed player counts as the discarder: × 1.5 for them alone.
}
told-minimum = { $value ->
    [0] No minimum: one point is enough to win.
   *[other] A loser must owe { $value } points before caps for a hand to win.
}
told-minimum-scope = { $value ->
    [every] Every loser must owe the minimum.
   *[any] One loser who owes the minimum is enough.
}
told-cap = Cap: a loser pays at most { $value } points.
told-cap-when = { $value ->
    [reach] 金顶: all three would reach the cap.
   *[exceed] 金顶: all three would exceed the cap.
}
told-gold = At 金顶 each pays { $value } points.
told-unopened-gold = { $value ->
    [none] No 光明顶: at 金顶 an unopened loser pays like the others.
   *[other] 光明顶: at 金顶 a loser who never opened pays { $value } points.
}
told-contract = Contract: one player pays for all three. The robbed player does; and at 清一色 whoever fed the winner’s third call, however the hand is won.
told-quanqiuren-contract = { $value ->
    [always] Whoever feeds a 全求人 always pays for all.
   *[not_tenpai] Whoever feeds a 全求人 pays for all if not tenpai.
}
told-contract-cap = { $value ->
    [none] Under contract each amount is capped as usual.
   *[other] Under contract each amount is capped at { $value } points instead.
}
told-escape = { $value ->
    [0] Leaving early costs nothing.
   *[other] Leaving early costs { $value } points.
}
told-dealer = A dealer who wins, or a drawn game, keeps the deal; else it passes to the next player.
