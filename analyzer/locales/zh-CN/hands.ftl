# Seats
seat-0 = 东家
seat-1 = 南家
seat-2 = 西家
seat-3 = 北家
seat-none = 座位 { $number }

# wins.py: hands
hu-small = 小胡
hu-big = 大胡
hand-pengpenghu = 碰碰胡
hand-qingyise = 清一色
hand-jiangyise = 将一色
hand-fengyise = 风一色
hand-quanqiuren = 全求人
hand-gangshanghua = 杠上花
hand-qianggang = 抢杠
hand-haidilao = 海底捞
hand-hard = 硬胡
hand-soft = 软胡

# wins.py: why a hand can't win
reason-not-open = 未开口
reason-gang-tile-in-hand = 手里还有杠牌
reason-laizi-limit = 癞子过多
reason-pair-not-258 = 将不是二五八
reason-no-shape = 牌型未成
reason-below-minimum = 不够起胡
reason-dead-tile = 这张牌不能胡

# settlement.py: fan components
part-opening = 开口
part-ming-gang = 明杠
part-an-gang = 暗杠
part-honour-gang = 红中/发财/皮子杠
part-laizi-gang = 癞子杠
part-laizi-drop = 丢癞子
part-hard = 硬胡
part-zimo = 自摸
part-discard = 放冲
part-dealer = 庄家

# settlement.py: grounds of a contract
contract-qianggang = 被抢杠
contract-quanqiuren = 放冲全求人
contract-qingyise = 清一色第三口

# settlement.py: steps
step-base-small = 小胡，底分 { $points }
step-base-big = { $limit } 个大胡，底分 { $points }
step-fan = { $seat }：{ $part } { $fan } 番
step-player-fan = { $seat }共 { $fan } 番
step-half = { $seat }的 { $points } 分，大胡自摸或放冲再乘 1.5
step-owes = { $seat }应付 { $points } 分
step-gold = 三家都过封顶 { $limit }，成金顶，各付 { $points } 分
step-unopened-gold = { $seat }没开口，光明顶付 { $points } 分
step-capped = { $seat }封顶 { $limit }，付 { $points } 分
step-contract = { $seat }承包（{ $part }），一家付全部 { $points } 分
step-pays = { $seat }：{ $points } 分

# position.py: notes
note-partial-hand = 手牌不全：缺的 { $melds } 副按已开口的副露算，只看小胡。
note-no-laizi = 还没有翻牌或癞子，按没有癞子算。
note-no-indicator = 不知道翻牌，皮子没有算进来。

# requests.py: notes on the expectation
note-no-expectation = 不知道翻牌，算不出期望。
note-policy = 期望按自己用学来的打法、别家走最快听牌的打法推演。
note-policy-plain = 期望按四家都走最快听牌的打法推演；自己之后也这样打。
note-judged = 没有打到底：之后的局面由学来的估值判断，误差已计入标准误差。
note-not-judged = 这套规则没有专门的估值，全部打到底；自己的打法取自 { $game }。
