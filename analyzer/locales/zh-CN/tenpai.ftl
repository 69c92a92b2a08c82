# tenpai.py: what keeps a hand from waiting
tenpai-rule-not-open = 吃、碰或明杠过才算开口；没开口什么都不能胡，大胡也一样。暗杠不算开口。
tenpai-rule-gang-tile = { $tiles }是杠牌，留在手里不能胡，也不算听牌。
tenpai-rule-laizi-limit = 手里有 { $count } 张癞子：两张起就不能小胡，当本身用也不行，只能做大胡。
tenpai-rule-pair = 牌型够了，可是将是{ $tiles }：小胡的将必须是二、五、八。
tenpai-rule-far = { $distance ->
    [0] 牌型已经很近，但凑不成能胡的牌。
   *[other] 离听牌还差 { $distance } 张，最近的是{ $routes }。
}
