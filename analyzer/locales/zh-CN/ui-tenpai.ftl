# pages/tenpai.py
page-tenpai = 听牌
tenpai-guide-title = 看看听不听、听什么
tenpai-guide-1 = 点“翻牌”，再点翻出来的那张，癞子就定了。
tenpai-guide-2 = 点“手牌”，把自己的牌点上去；吃碰过的在“副露”里点。
tenpai-guide-3 = 13 张看听什么、收多少；14 张看打哪张能听。

# the verdict
tenpai-stamp = 听
tenpai-stamp-no = 未
tenpai-yes = 听{ $tiles }
tenpai-no = 没有听牌
tenpai-dead = 死听：{ $tiles }
tenpai-because = 因为{ $reasons }。
tenpai-live = { $kinds } 种牌，还有 { $total } 张活牌。
tenpai-dead-all = 等的牌一张都不剩了，胡不到，该换听。
tenpai-dead-some = { $tiles }一张都不剩了，是死听。
tenpai-below-all = 可是怎么胡都不够起胡的 { $minimum } 分，得先加番。
tenpai-below-some = 有的胡法不够起胡的 { $minimum } 分，下面标红的不能胡。
tenpai-by-rules = 按“{ $rules }”算

# each wait
tenpai-each-title = 每张听牌：怎么胡，收多少
tenpai-more-laid = 另外 { $count } 张怎么摆
tenpai-itself = 本身
tenpai-as = 当{ $tile }
tenpai-won = 胡
tenpai-only-zimo = 这张只能自摸：别人打出的癞子不能胡。
tenpai-only-discard = 这张只能胡别人打的，自摸不算。
tenpai-short = 只到 { $owed } 分，不够起胡 { $minimum } 分，还差 { $fan } 番
tenpai-capped = { $seats }封顶 { $limit }

# why not
tenpai-why-title = 为什么不听，怎么补救
tenpai-clause = 规则 { $clause }
tenpai-not-open = 未开口
tenpai-gang-tile-in-hand = 杠牌还在手里
tenpai-laizi-limit = 癞子过多
tenpai-pair-not-258 = 将不是二五八
tenpai-far = 牌型还没成
tenpai-would = 牌型已经成听，只差开口，开了口这些牌才能胡：
tenpai-mend-calls = 别人打出这些牌，这样叫就开口：
tenpai-mend-no-call = 眼下没有哪张牌叫了能开口又不走远，先把搭子理顺。
tenpai-let-go-by-left = 上家打
tenpai-let-go-by-any = 谁打
tenpai-more-calls = 另有 { $count } 种叫法
tenpai-mend-gang = { $count ->
    [1] 轮到自己时把它杠出去，会补一张牌。
   *[other] 轮到自己时把这 { $count } 张一张张杠出去，杠一张补一张。
}
tenpai-mend-replacement = 补到这些牌就听：
tenpai-rule-laizi-in-big = 这套规则里，大胡手里最多也只能有 { $most } 张癞子。
tenpai-mend-laizi = 丢一张癞子，或者杠一张，或者改做大胡。
tenpai-mend-pair = 得把{ $tiles }拆掉，另凑一对二、五、八做将。
tenpai-mend-changes = 摸一张、打一张就能听：
tenpai-mend-changes-unopened = 摸一张、打一张牌型就成听，还要开口：
tenpai-mend-draws = 离能胡的听牌还差 { $distance } 张，先进这些：
tenpai-let-go = 打
tenpai-let-go-laizi = 丢或杠
tenpai-drawn = 摸到

# a hand on turn
tenpai-leaves = { $count } 种打法能听牌
tenpai-leaves-best = 先看{ $deed }：离胡最近，活牌最多。
tenpai-leaves-none = 打哪张都听不了
tenpai-leaves-blocked = { $deed }之后牌型成听，但是{ $reasons }。
tenpai-leaves-far = 最近的是{ $deed }，打完还差 { $distance } 张听牌。
tenpai-can-win = 这手牌现在就能胡：
tenpai-leaves-title = 打这张就听，点一下看细账
tenpai-waits-for = 听

# every game
tenpai-games-title = 换一种玩法还听吗
tenpai-games-note = 同一手牌、同一张翻牌，按十种玩法各算一遍；分数是最好的一种胡法能收的。
tenpai-game-yes = 听
tenpai-game-no = 不听
tenpai-game-whys = { $reasons }
tenpai-game-dead = 死听
tenpai-game-impossible = 不成立
tenpai-game-most = 最多收 { $points } 分

# to be taken along
tenpai-sheet-pays = { $way }收 { $points } 分
tenpai-sheet-short = { $way }不够起胡（{ $points } 分）
tenpai-sheet-calls = 别人打{ $tiles }，叫了就开口。
tenpai-sheet-replacement = 杠出去补到{ $tiles }就听。
tenpai-sheet-change = 摸到{ $draws }（共 { $total } 张），{ $deed }就听。
tenpai-sheet-change-unopened = 摸到{ $draws }（共 { $total } 张），{ $deed }牌型就成听，还要开口。
tenpai-sheet-leaves = { $deed }：听{ $tiles }，活牌 { $total } 张
