# seating.py
seating-not-four = 摸风要四个人，这里有 { $count } 个。
seating-no-tile = { $value } 不是牌；应为 0 到 { $most } 的整数。
seating-drew-again = 第 { $player } 个人摸了 { $count } 张；没有人和他一样大，摸 { $right } 张就够了。
seating-dice = 骰子是 { $dice }；应为两颗，每颗 1 到 6 点。

# ledger.py: faults
ledger-not-four-names = 有 { $count } 个名字；一桌要四个。
ledger-name = 名字“{ $name }”不能用：要写看得见的字。
ledger-long-name = 名字“{ $name }”有 { $length } 个字；最多 { $most } 个。
ledger-same-name = 两个人都叫“{ $name }”：请加个字，好分清谁是谁。
ledger-stake = 每分的钱写着 { $stake }；应为 0 到 { $most } 的整数（单位是分钱）。
ledger-full = 这一桌记满了，最多 { $most } 条：请先导出，再开新的一桌。
ledger-not-four-amounts = 有 { $count } 个分数；应为四家各一个。
ledger-amount = 分数 { $amount } 不对；应为整数，最多 { $most }。
ledger-not-zero = 四家的分 { $amounts } 加起来是 { $total }；应为 0。
ledger-no-such-seat = 没有座位 { $seat }；应为 0 东、1 南、2 西、3 北。
ledger-without-winner = 没写是谁胡的。
ledger-own-discard = { $seat }不能胡自己打的牌：自摸就不写放冲的人。
ledger-winner-gets-nothing = 胡牌的一家得 { $amount } 分；应大于 0。
ledger-loser-gets = { $seat }没有胡，却得 { $amount } 分；应为 0 或负数。
ledger-no-such-hand = 没有叫 { $hand } 的胡法；可用：{ $known }。
ledger-drawn-pays = 荒庄没有输赢，也没有胡牌的人。
ledger-without-runner = 没写是谁逃跑。
ledger-runner-gets = { $seat }逃跑，得 { $amount } 分；应是他扣分，另外三家不扣。
ledger-escape-is-no-win = 逃跑不是胡牌，没有放冲的人，也没有胡法。
ledger-no-win = 这手牌不能胡，没有分可记。
ledger-nothing-to-undo = 还没有记过，没有可撤销的。
ledger-nothing-to-redo = 没有撤销过的，不用恢复。
ledger-turn-from-nothing = 记录第 { $number } 条是 { $turn }，但那时没有可撤销或恢复的。
ledger-form = 记录的格式是 { $form }，本程序只认 { $right }。
ledger-not-an-object = { $value } 不是牌桌记录；应有 { $names } 各项。
ledger-malformed = 记录里的 { $where } 写着 { $value }，看不懂。
ledger-fan = 四家的番是 { $fan }；应为四个 0 到 { $most } 的整数。
ledger-hand-does-not-fit = 这样胡的牌没有 { $hand }；可用：{ $known }。

# ledger.py: what a spreadsheet is given
ledger-column-number = 第几盘
ledger-column-wind = 风
ledger-column-round = 圈
ledger-column-dealer = 庄家
ledger-column-result = 结果
ledger-column-who = 谁
ledger-column-source = 放冲
ledger-column-hand = 胡法
ledger-column-total = { $name } 累计
ledger-kind-win = 胡
ledger-kind-drawn = 荒庄
ledger-kind-escape = 逃跑
wind-0 = 东
wind-1 = 南
wind-2 = 西
wind-3 = 北
