# reasons.py: 一个动作与另一个相比
apart-equal = 期望相差 { $gap } 分，标准误 { $error } 分：分不出高下
apart-score = { $favours ->
    [one] 期望更高：{ $one } 对 { $other } 分（标准误 { $error }）
   *[other] 期望更低：{ $one } 对 { $other } 分（标准误 { $error }）
}
apart-wins-now = { $favours ->
    [one] 现在就胡，稳收 { $points } 分
   *[other] 放过稳收 { $points } 分的胡牌
}
apart-gang-tile-in-hand = { $favours ->
    [one] 手里少留杠牌：剩 { $one } 张对 { $other } 张，有杠牌不能胡
   *[other] 手里多留杠牌：剩 { $one } 张对 { $other } 张，有杠牌不能胡
}
apart-opens = { $favours ->
    [one] 开口：开口后才能胡
   *[other] 仍未开口，不能胡
}
apart-dead-wait = { $favours ->
    [one] 不是死听：有用的活牌 { $one } 张对 { $other } 张
   *[other] 死听：有用的活牌 { $one } 张对 { $other } 张
}
apart-below-minimum = { $favours ->
    [one] 够起胡的活牌更多：{ $one } 张对 { $other } 张
   *[other] 够起胡的活牌更少：{ $one } 张对 { $other } 张
}
apart-laizi-limit = { $favours ->
    [one] 手里剩 { $one } 张癞子（对 { $other } 张）：两张起不能小胡
    [other] 手里剩 { $one } 张癞子（对 { $other } 张）：两张起不能小胡，近处只有小胡
   *[neither] 手里剩 { $one } 张癞子（对 { $other } 张）：两张起不能小胡，只能走大胡
}
apart-faster = { $favours ->
    [one] 更快：{ $one } 向听对 { $other } 向听
   *[other] 更慢：{ $one } 向听对 { $other } 向听
}
apart-more-waits = { $favours ->
    [one] 听的活牌更多：{ $one } 张对 { $other } 张
   *[other] 听的活牌更少：{ $one } 张对 { $other } 张
}
apart-more-accepts = { $favours ->
    [one] 进张更多：{ $one } 张对 { $other } 张
   *[other] 进张更少：{ $one } 张对 { $other } 张
}
apart-hard = { $favours ->
    [one] 能硬胡的活牌更多：{ $one } 张对 { $other } 张
   *[other] 能硬胡的活牌更少：{ $one } 张对 { $other } 张
}
apart-pays-more = { $favours ->
    [one] 听牌更贵：自摸平均 { $one } 分对 { $other } 分
   *[other] 听牌更便宜：自摸平均 { $one } 分对 { $other } 分
}
apart-route = { $favours ->
    [one] 保住路线：{ $routes }
   *[other] 放弃路线：{ $routes }
}
apart-spends-laizi = { $favours ->
    [one] 留住癞子：手里剩 { $one } 张对 { $other } 张
   *[other] 用掉癞子：手里剩 { $one } 张对 { $other } 张
}
apart-replacement = { $favours ->
    [one] 杠后马上补牌
   *[other] 没有杠后的补牌
}
apart-own-fan = 面前 { $one } 番对 { $other } 番：赢多收，输也多付
apart-third-feed = { $favours ->
    [one] 不喂清一色第三口：{ $seats }，包赔
   *[other] 可能喂清一色第三口：{ $seats }，包赔
}
apart-feeds-quanqiuren = { $favours ->
    [one] 不喂全求人：{ $seats }，包赔
   *[other] 可能喂全求人：{ $seats }，包赔
}
apart-robbable = { $favours ->
    [one] 不会被抢 { $tile } 的杠
   *[other] { $tile } 的蓄杠可能被抢，包赔
}
apart-win-chance = { $favours ->
    [one] 胡得更多：{ $one } 对 { $other }
   *[other] 胡得更少：{ $one } 对 { $other }
}
apart-payout = { $favours ->
    [one] 胡得更大：平均 { $one } 分对 { $other } 分
   *[other] 胡得更小：平均 { $one } 分对 { $other } 分
}
apart-deal-in = { $favours ->
    [one] 放冲更少：{ $one } 对 { $other }
   *[other] 放冲更多：{ $one } 对 { $other }
}
apart-loss = { $favours ->
    [one] 输得更少：输一局平均 { $one } 分对 { $other } 分
   *[other] 输得更多：输一局平均 { $one } 分对 { $other } 分
}
apart-contract = { $favours ->
    [one] 包赔更少：{ $one } 对 { $other }
   *[other] 包赔更多：{ $one } 对 { $other }
}
