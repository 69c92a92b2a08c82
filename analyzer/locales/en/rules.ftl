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
