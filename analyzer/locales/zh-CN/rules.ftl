# rules/presets.py: the games
rules-hongzhong = 红中癞子杠 开口翻
rules-hongzhong-koukou = 红中癞子杠 口口翻
rules-facai = 红中发财癞子杠 开口翻
rules-facai-koukou = 红中发财癞子杠 口口翻
rules-facai-x4 = 红中发财癞子杠 ×4 开口翻
rules-facai-x4-koukou = 红中发财癞子杠 ×4 口口翻
rules-pizi = 红中皮子癞子杠 开口翻
rules-pizi-koukou = 红中皮子癞子杠 口口翻
rules-qipi = 七皮四赖 口口翻
rules-yuanhang = 口口翻（步步倒）

# rules/ruleset.py: the fields
rule-gang-honours = 杠牌：哪些字牌单张成杠
rule-pi = 皮子：翻牌（和它前一张）是不是杠牌
rule-laizi-gang-fan = 癞子杠每个几番
rule-opening = 开口翻（一共一番）或口口翻（每口一番）
rule-minimum = 起胡：输家至少要付的分
rule-minimum-scope = 起胡看一家够还是三家都够
rule-big-base = 大胡底分：相加还是翻倍
rule-fengyise-doubles = 翻倍时风一色算两个
rule-situational-any-pair = 杠上花、抢杠、海底捞任意将
rule-max-laizi-in-big = 大胡手里最多几张癞子
rule-gang-draw-pays-zimo = 杠上花、海底捞也乘 1.5
rule-robbed-gang-pays = 抢杠：只被抢者乘 1.5，还是三家都乘
rule-cap = 封顶：每家最多付的分
rule-cap-when = 超过封顶还是达到封顶算金顶
rule-gold = 金顶：每家付的分
rule-unopened-gold = 光明顶：没开口的一家付的分
rule-contract-cap = 承包时每家的封顶
rule-quanqiuren-contract = 放冲全求人：没听牌才包，还是都包
rule-escape = 逃跑扣的分

# rules/ruleset.py: the fields by their short names, and their values
rule-title-gang-honours = 杠牌
rule-title-pi = 皮子
rule-title-laizi-gang-fan = 癞子杠
rule-title-opening = 开口
rule-title-minimum = 起胡
rule-title-minimum-scope = 起胡看几家
rule-title-big-base = 大胡底分
rule-title-fengyise-doubles = 风一色
rule-title-situational-any-pair = 杠开抢杠海底的将
rule-title-max-laizi-in-big = 大胡癞子上限
rule-title-gang-draw-pays-zimo = 杠开海底乘 1.5
rule-title-robbed-gang-pays = 抢杠乘 1.5
rule-title-cap = 封顶
rule-title-cap-when = 怎样算金顶
rule-title-gold = 金顶
rule-title-unopened-gold = 光明顶
rule-title-contract-cap = 承包封顶
rule-title-quanqiuren-contract = 放冲全求人
rule-title-escape = 逃跑
rule-value-gang-honours = { $value ->
    [h5z6z] 红中、发财
   *[h5z] 红中
}
rule-value-pi = { $value ->
    [indicator] 翻牌
    [indicator_and_previous] 翻牌和前一张
   *[none] 没有
}
rule-value-laizi-gang-fan = { $value } 番（×{ $value ->
    [2] 4
   *[1] 2
}）
rule-value-opening = { $value ->
    [each] 口口翻
   *[once] 开口翻
}
rule-value-minimum = { $value ->
    [0] 不设
   *[other] { $value } 分
}
rule-value-minimum-scope = { $value ->
    [every] 三家都够
   *[any] 一家够
}
rule-value-big-base = { $value ->
    [doubling] 翻倍
   *[additive] 相加
}
rule-value-fengyise-doubles = { $value ->
    [on] 算两个
   *[off] 算一个
}
rule-value-situational-any-pair = { $value ->
    [on] 任意将
   *[off] 二五八
}
rule-value-max-laizi-in-big = { $value ->
    [none] 不限
   *[other] { $value } 张
}
rule-value-gang-draw-pays-zimo = { $value ->
    [on] 乘
   *[off] 不乘
}
rule-value-robbed-gang-pays = { $value ->
    [zimo] 三家都乘
   *[discard] 被抢的乘
}
rule-value-cap = { $value } 分
rule-value-cap-when = { $value ->
    [reach] 三家都达到
   *[exceed] 三家都超过
}
rule-value-gold = { $value } 分
rule-value-unopened-gold = { $value ->
    [none] 没有
   *[other] { $value } 分
}
rule-value-contract-cap = { $value ->
    [none] 同封顶
   *[other] { $value } 分
}
rule-value-quanqiuren-contract = { $value ->
    [always] 一律包
   *[not_tenpai] 没听才包
}
rule-value-escape = { $value } 分

# rules/told.py: a game in sentences
clause-1 = 牌
clause-2 = 癞子和杠牌
clause-3 = 吃碰杠和开口
clause-4 = 怎样算胡
clause-5 = 算番
clause-6 = 起胡、封顶和承包
clause-7 = 各种玩法
clause-8 = 连庄和下庄
told-tiles = 万、筒、条各一到九，加东南西北中发白，每种四张，一共 136 张，没有花。
told-jiang = 三门的二、五、八是将，一共 36 张。
told-laizi = 发完牌翻一张，它的下一张就是癞子：九后面是一，字牌按东南西北中发白转圈，遇到杠牌就跳过去。
told-gang-honours = { $value ->
    [h5z6z] 红中和发财都是杠牌。
   *[h5z] 只有红中是杠牌，发财跟别的字牌一样。
}
told-pi = { $value ->
    [indicator] 有皮子：跟翻牌一样的三张也是杠牌（前皮后癞）。翻出来是杠牌时，没有皮子。
    [indicator_and_previous] 有两种皮子：跟翻牌一样的三张，和它前面一张的四张，都是杠牌，合起来就是七皮四赖。
   *[none] 没有皮子：翻出来的那种牌就是普通牌。
}
told-gang-tiles = 杠牌不能吃碰，只能一张张亮出来杠，亮一张补一张；当普通牌打出来，也算杠了。手里还有杠牌不能胡。
told-laizi-limits = 癞子不能拿来吃、碰、杠；别人打出来的癞子，谁也不能吃碰杠，也不能胡。
told-laizi-use = 癞子在手里可以当任何一张牌（杠牌除外）；也可以亮出来当癞子杠，或者直接丢掉。
told-calls = 只能吃上家；碰和杠比吃大，胡比什么都大。吃碰之后要打一张。
told-open = 吃过、碰过或明杠过才算开口，暗杠不算；没开口不能胡，大胡也一样。
told-small = 小胡（屁胡）：四副牌加一对将，将要二五八。没有七对，也没有门清。
told-two-laizi = 手里有两张或更多癞子，不能胡小胡，只能胡大胡。
told-big = 大胡有：碰碰胡、清一色、将一色（全是二五八，可以乱）、风一色（全是东南西北发白，可以乱）、全求人、杠上花、抢杠、海底捞。能同时算几个就算几个。
told-situational-any-pair = { $value ->
    [on] 只靠杠上花、抢杠、海底捞成的大胡，什么做将都行。
   *[off] 只靠杠上花、抢杠、海底捞成的大胡，将还是要二五八。
}
told-max-laizi-in-big = { $value ->
    [none] 胡大胡时手里有几张癞子都行。
    [0] 胡大胡时手里不能有癞子。
   *[other] 胡大胡时手里最多 { $value } 张癞子。
}
told-hard = 手里没有癞子，或者癞子都当它自己用，是硬胡；别的都是软胡。
told-last = 牌墙最后十张不摸。剩十四张时不能再杠；再没人要打出来的牌，每家摸一张海底，只能自摸，摸了不打。
told-one-winner = 一炮只响一家：几家都能胡，从庄家起逆时针数，先数到的胡。
told-fan = 每一番翻一倍。输家付：底分，按赢家的番数和自己的番数，一番翻一倍。
told-opening = { $value ->
    [each] 口口翻：每吃、碰、冲杠一次，各算一番；蓄杠的那一碰已经算过，不再算。
   *[once] 开口翻：开了口，不管几口，一共一番。
}
told-gangs = 明杠一番，暗杠两番；红中杠、发财杠、皮子杠每张一番；丢一张癞子一番。赢家输家都算各自的。
told-laizi-gang-fan = { $value ->
    [2] 癞子杠每张两番（×4）。
   *[1] 癞子杠每张一番（×2）。
}
told-small-fan = 小胡底分一分；硬胡一番，自摸一番，放冲的一番，庄家输赢都加一番。
told-big-base = { $value ->
    [doubling] 大胡底分十分，每多一个大胡翻一倍：两个二十，三个四十。
   *[additive] 大胡底分：几个大胡就几个十分，两个二十，三个三十。
}
told-fengyise-doubles = { $value ->
    [on] 底分翻倍时，风一色一个当两个算。
   *[off] 风一色跟别的大胡一样算一个。
}
told-big-pay = 大胡：硬胡一番；自摸三家都乘 1.5，放冲的那家乘 1.5；不算庄家番。
told-gang-draw-pays-zimo = { $value ->
    [on] 杠上花和海底捞也是自摸，三家照样乘 1.5。
   *[off] 杠上花和海底捞不算自摸，不乘 1.5。
}
told-robbed-gang-pays = { $value ->
    [zimo] 抢杠像自摸一样算，三家都乘 1.5。
   *[discard] 抢杠当被抢的人放冲：只有他乘 1.5。
}
told-minimum = { $value ->
    [0] 没有起胡，一分也能胡。
   *[other] { $value } 分起胡：输家封顶之前要付到 { $value } 分才能胡。
}
told-minimum-scope = { $value ->
    [every] 起胡的分，三家都要够。
   *[any] 起胡的分，有一家够就行。
}
told-cap = 封顶：每家最多付 { $value } 分。
told-cap-when = { $value ->
    [reach] 三家本来该付的都达到封顶，就是金顶。
   *[exceed] 三家本来该付的都超过封顶，就是金顶。
}
told-gold = 金顶：每家付 { $value } 分。
told-unopened-gold = { $value ->
    [none] 没有光明顶：金顶时开没开口付得一样。
   *[other] 光明顶：金顶时，没开过口的那家付 { $value } 分。
}
told-contract = 承包就是一家付三家的分。被抢杠的包；清一色，喂第三口的包，不管最后怎么胡的。
told-quanqiuren-contract = { $value ->
    [always] 放冲给全求人的，一律承包。
   *[not_tenpai] 放冲给全求人的，自己没听牌才承包；听牌了就不用包。
}
told-contract-cap = { $value ->
    [none] 承包时每家的分还是按封顶算。
   *[other] 承包时每家的分改按 { $value } 分封顶。
}
told-escape = { $value ->
    [0] 中途逃跑不扣分。
   *[other] 中途逃跑扣 { $value } 分。
}
told-dealer = 庄家胡了或者荒庄，接着坐庄；别人胡了，庄轮到下家。
