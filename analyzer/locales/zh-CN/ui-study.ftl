# pages/study.py: 两种打法相比
compare-sentence = { $one }，比起{ $other }：{ $parts }。
compare-joint = ；
compare-win-now = 现在就胡，收 { $points } 分
compare-no-win = 放过现在的胡，少收 { $points } 分
compare-nearer = 离听牌近 { $steps } 步
compare-farther = 离听牌远 { $steps } 步
compare-gained = 多进{ $tiles }（{ $count } 张）
compare-lost = 少进{ $tiles }（{ $count } 张）
compare-same-tiles = 进的牌一样
compare-kept = 保住{ $routes }
compare-given-up = 放弃{ $routes }
compare-win = 胡 { $change } 个百分点
compare-risk = 放冲 { $change } 个百分点
compare-payout = 胡了平均 { $change } 分
compare-score = 期望 { $change } 分（± { $margin }）
