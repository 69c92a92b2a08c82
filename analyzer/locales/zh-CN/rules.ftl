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
