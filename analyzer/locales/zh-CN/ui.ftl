# pages/ui/faces.py
tile-1m = 一万
tile-2m = 二万
tile-3m = 三万
tile-4m = 四万
tile-5m = 五万
tile-6m = 六万
tile-7m = 七万
tile-8m = 八万
tile-9m = 九万
tile-1p = 一筒
tile-2p = 二筒
tile-3p = 三筒
tile-4p = 四筒
tile-5p = 五筒
tile-6p = 六筒
tile-7p = 七筒
tile-8p = 八筒
tile-9p = 九筒
tile-1s = 一条
tile-2s = 二条
tile-3s = 三条
tile-4s = 四条
tile-5s = 五条
tile-6s = 六条
tile-7s = 七条
tile-8s = 八条
tile-9s = 九条
tile-1z = 东风
tile-2z = 南风
tile-3z = 西风
tile-4z = 北风
tile-5z = 红中
tile-6z = 发财
tile-7z = 白板

# pages/ui/shell.py
app-title = 武汉麻将分析
page-study = 牌型分析
control-rules = 玩法
control-language = 语言
control-menu = 菜单
language-zh-cn = 中文
language-en = English

# pages/ui/picker.py
picker-malformed = 选牌器送来的内容不完整（{ $where }），已保留原来的牌：请再点一次。
picker-modes = 现在点的牌算什么
picker-mode-hand = 手牌
picker-mode-indicator = 翻牌
picker-mode-melds = 副露
picker-mode-seen = 已见
picker-hand = 手牌，点一张拿掉
picker-keys = 全部的牌
picker-count = { $n } / { $full } 张
picker-indicator = 翻
picker-set-indicator = 设翻牌
picker-laizi = 癞子
picker-laizi-mark = 赖
picker-laizi-choice = 点的是
picker-laizi-by-indicator = 翻出来的牌
picker-laizi-by-laizi = 癞子本身
picker-gang = 杠牌
picker-gang-mark = 杠
picker-nobody = 不分谁
picker-hidden = 不知道哪张
picker-owner = 谁的
picker-kind = 哪种
picker-source = 谁打的
picker-discards = 打出
picker-gangs = 杠出
picker-drops = 丢癞子
picker-seen = 已见
picker-take-out = 拿掉 { $tile }
picker-left = { $tile }，还剩 { $n } 张
picker-write = 写牌
picker-write-example = 123m456p789s11z
picker-write-help = 数字加 m 万、p 筒、s 条、z 字牌（1z–7z 是东南西北中发白），也可以写中文：一万 五条 红中。
picker-unfold = 展开牌盘
picker-undo = 撤销
picker-clear = 清空
picker-full = 手牌已满，先点一张手牌拿掉它。
picker-none-left = { $tile } 四张都用上了。
picker-not-laizi = { $tile } 是杠牌，不会是癞子。
picker-no-special = { $tile } 是癞子或杠牌，不能吃碰，也不算普通的打牌。
picker-no-run = 请点顺子里最小的一张：一至七。
picker-four-melds = 已有四副，点一副可拿掉它。
picker-only-laizi = 丢癞子只能点癞子。
picker-only-gang-tiles = 这里只能点杠牌或癞子。
picker-hint-indicator = 点一下翻出来的那张牌，癞子自动定好。
picker-hint-laizi = 不知道翻了哪张时，直接点癞子。
picker-hint-chi = 点顺子里最小的一张。
picker-hint-meld = 点碰或杠的那种牌。
picker-hint-seen = 点桌上看得见的牌，剩余张数就准了。
meld-chi = 吃
meld-peng = 碰
meld-chong-gang = 冲杠
meld-xu-gang = 蓄杠
meld-an-gang = 暗杠
seat-me = 我
seat-next = 下家
seat-across = 对家
seat-previous = 上家

# pages/ui/links.py
link-too-long = 链接里的 { $name } 太长（{ $length } 个字符）：最多 { $limit } 个。
link-malformed = 链接里的 { $name } 写着“{ $value }”，看不懂，已改用示例牌。

# pages/ui/answers.py: the verdict
verdict-discard = 打{ $tile }
verdict-drop = 丢癞子{ $tile }
verdict-gang = 杠{ $tile }
verdict-an-gang = 暗杠{ $tile }
verdict-xu-gang = 蓄杠{ $tile }
action-drop = 丢
verdict-win = 可以胡了
verdict-tenpai = 听牌了
verdict-waiting = 还差 { $distance } 张听牌
verdict-blocked = 牌型成了，还不能胡
verdict-nothing = 不能胡，等下一家
verdict-last-draw = 海底牌只能自摸胡，不打牌。
verdict-or-play-on = 不想胡也可以接着打，下面是各种打法。
after-tenpai = 打完就听牌：等 { $kinds } 种，活牌 { $total } 张。
after-blocked = 打完牌型就成听，但现在不能胡：{ $reasons }。
after-distance = 打完还差 { $distance } 张听牌：进 { $kinds } 种，活牌 { $total } 张。
why-nearest = { $other }就远了：还差 { $distance } 张听牌。
why-more = { $distance ->
    [0] { $other }也听牌，但只等 { $total } 张，这样打等 { $best } 张。
   *[other] { $other }一样近，但只进 { $total } 张，这样打进 { $best } 张。
}
why-keeps = { $other }进张一样多，但要放弃 { $routes }。
why-equal = { $other }也一样好。
waiting-tenpai = 等 { $kinds } 种牌，活牌 { $total } 张。
waiting-dead = 等的 { $kinds } 种牌都没有活牌了：死听，该换听。
waiting-blocked = 原因：{ $reasons }。
waiting-route = 最近的是 { $route }：进 { $kinds } 种，活牌 { $total } 张。

# pages/ui/answers.py: tables
options-title = 每种打法
options-instead = 不胡的话，接着打
options-more = 其余 { $count } 种打法
column-action = 打法
column-distance = 离听牌
column-accepts = 进张（下面是活牌张数）
column-total = 合计
distance = { $distance ->
    [0] 听牌
    [1] 一向听
    [2] 两向听
    [3] 三向听
    [4] 四向听
    [5] 五向听
    [6] 六向听
    [7] 七向听
   *[other] { $distance } 向听
}
unit-tiles = 张
tiles-count = { $count } 张
gives-up = { $route }变远
draw-dead = { $tile }：四张都看见了
all-dead = 都没有活牌了，是死进张
board-title = 能做成什么胡
route-keeps = 想做它，打
route-keeps-more = 等 { $count } 种
route-far = 太远，看看差什么
route-open-melds = 已开 { $count } / 4 口
route-quanqiuren = 四副都吃碰明杠，剩一张二五八单吊，别人放冲才算。
ruled-out-chi = 已经吃过牌，有顺子。
ruled-out-suits = 副露不是同一门。
ruled-out-not-jiang = 副露里有不是二五八的牌。
ruled-out-not-wind = 副露里有不是风的牌。
ruled-out-an-gang = 有暗杠，不是全求人。
ruled-out-partial = 手牌不全，不知道缺的副露是什么。
waits-title = 听哪些，胡了收多少
waits-after = { $deed }之后听的牌
wait-live = 活 { $count } 张
wait-dead = 没有了
no-win = 不能胡
pays-total = 收 { $points } 分
discard-anybody = 别人放冲
discard-by = { $seat }放冲
chip-gold = 金顶
chip-contract = { $seat }承包
opening-title = 怎么开口
opening-note = 还没开口不能胡。别人打出这些牌就叫，开了口也不会更远：
opening-more = 另有 { $count } 种叫法，开了口但不更近
call-from-left = 上家打的才能吃
call-from-any = 谁打的都行
call-then = 再打
points-invalid = 牌型成了，但不能胡
points-reasons = 原因：{ $reasons }。
points-steps = 一步步怎么算的
dealer-mark = 庄
laizi-itself = 癞子当它本身用。
laizi-as = 癞子当 { $tiles } 用。
note-unopened = 还没开口：吃、碰或明杠之后才能胡。
guide-title = 三步看出打哪张
guide-1 = 点“翻牌”，再点翻出来的那张，癞子就定了。
guide-2 = 点“手牌”，把自己的牌一张张点上去。
guide-3 = 13 张看听什么，14 张看打哪张；吃碰过的在“副露”里点。
partial-title = 还缺牌
partial-hint = 现在 { $count } 张。再点 1 张看听什么，再点 2 张看打哪张。

# pages/study.py
share = 分享
share-hint = 打开这个链接，看到的就是这副牌。
circumstances = 庄家：{ $dealer } · { $turn }
dealer-label = 谁坐庄
turn-label = 最后一张怎么来的
turn-drawn = 摸牌
turn-gang-draw = 杠后补牌
turn-last-draw = 海底
turn-called = 吃碰之后
play-it = { $deed }，接着看
play-help = 把这张从手牌里打出去，算作看得见的牌。
won-by = 怎么胡的
won-on = 胡的是哪张

# the expectation on the study page
deed-win = 现在胡
verdict-could-win = 也可以现在就胡，收 { $points } 分。
why-so-far = 推演到现在，它的期望分最高。
why-so-far-unclear = 推演得还少，暂时分不出高下。
why-worth-equal = { $count ->
    [1] { $others }也差不多，误差之内分不出高下。
   *[other] { $others }也差不多，误差之内分不出高下。
}
why-worth = { $other }平均少 { $gap } 分（± { $margin }）。
full-stop = 。
column-score = 期望分
column-win = 胡
column-tenpai = 听
column-deal-in = 放冲
chip-equal = 一样好
rank-by-distance = 先按离听牌的远近排；正在推演，算出期望分就换。
rank-by-full = 按期望分排，推演了 { $played } 局。
rank-by-quick = 按期望分排，{ $played } 局各打 { $turns } 巡后估的。
rank-by-instant = 按期望分排，{ $played } 局各打 { $turns } 巡后估的。
speed-instant = 即时
speed-says-instant = 即时：{ $samples } 局，每种打法各打 { $turns } 巡，再凭学来的眼光估。
speed-says-quick = 快：{ $samples } 局，每种打法各打 { $turns } 巡再估，误差小些。
speed-says-full = 细：{ $samples } 局，每种打法各打到终局；样样都算。
worth-means = 期望分：从这一步起，平均每局赢（输）几分；± 后面是误差，百次里约九十五次在这之内。
run-so-far = 按期望分排，推演到 { $played } / { $wanted } 局…
run-stopped = 停在 { $played } 局，按这时的期望分排。
run-stopped-early = 推演停了，还没有期望分；按离听牌的远近排。
run-failed = 期望分没能算出来，按离听牌的远近排。
run-others = 另有 { $count } 手牌同时在算。
run-progress = 推演进度
run-stop = 停
run-again = 再算
worth-unknown = 不知道翻牌，算不出期望分；点上翻出来的那张就能算。按离听牌的远近排。
speed-label = 算多细
speed-quick = 快
speed-full = 细
details-title = 细看一种打法
details-choose = 看哪种打法
details-apart = { $one }，比起{ $other }
details-samples = 推演局数
details-payout = 胡了平均收
details-drawn = 荒庄
details-contract = 我包赔
details-deal-in = 放冲给谁
details-chance = 可能
details-cost = 平均每局
details-hands = 会胡成什么
chart-label = 看哪张图
chart-scores = 各打法的分
chart-turns = 几巡能胡
chart-payouts = 输赢多少
chart-needs-full = 这张图要选“细”才有。
column-score-axis = 期望分，横线是误差
axis-turn = 自己的第几巡
axis-chance = 可能
axis-chance-share = 可能
line-win = { $deed }：胡
line-tenpai = { $deed }：听
line-told = { $label }，{ $turn } 巡内 { $chance }
band-even = 不输不赢
band-won = 赢 { $least }–{ $most }
band-lost = 输 { $least }–{ $most }
band-won-more = 赢 { $least } 以上
band-lost-more = 输 { $least } 以上

# pages/strength.py
page-strength = 这些数字有多准
strength-about = 拿没用来调试过的牌局对答案：先让分析器预测一手牌，再看那一局真的打成什么样。
strength-meaning = 考了 { $positions } 手牌：它说平均有 { $predicted } 能胡，真的胡了 { $realised }。好牌差牌分十档看，差得最多的一档差 { $worst } 个百分点：它说三成，您就可以当三成上下来打算。
strength-predicted = 预测胡
strength-realised = 真的胡
strength-score-predicted = 预测得分
strength-score-realised = 真的得分
strength-source = { $positions } 手牌，每局只取一手，每手推演 { $samples } 局；牌局从第 { $first } 号起，程序版本 { $commit }，胡牌预测的布里尔分 { $brier }（越小越好）。自家按学出来的打法，其余三家按最快听牌来打。
strength-win-title = 说能胡，真能胡吗
strength-win-how = 牌从差到好分十档，一点一档。点在斜线上就是完全说中；竖线是误差。
strength-score-title = 说赢多少，真赢多少
strength-score-how = 同样分十档：黄的是预测的平均分，绿的是真的平均分。
strength-stage-title = 牌局各个阶段
strength-column-stage = 牌墙
strength-column-win = 胡：预测 / 真的
strength-column-score = 得分：预测 / 真的
strength-left = 剩 { $left } 张
strength-hands = { $positions } 手
strength-gain-title = 照它打，多赢多少
strength-gain-how = 一家照它打，另外三家按最快听牌来打，同样的牌换着座位打，看平均每局多赢几分。
strength-gain-none = 还没有测过。
player-p0 = 最快听牌
player-p1 = 学来的打法
player-cut = 学来的打法，多看 { $worlds } 局
player-full = 学来的打法，打到底看 { $worlds } 局
strength-gain-source = { $policy } 对三家 { $opponents }：每局 { $points } ± { $margin } 分；{ $deals } 局，每步 { $time } 毫秒，种子 { $seed }，程序版本 { $commit }。
strength-none = 这套规则还没有测过
strength-none-others = 已经测过：{ $rules }。在上面换成那套规则就能看到。
line-perfect = 完全说中
line-deciles = 每档 { $positions } 手
bar-predicted = 预测
bar-realised = 真的
axis-predicted = 预测的胡牌可能
axis-happened = 真的胡了
axis-decile = 从最差（1）到最好（10）的十档
axis-points = 平均分
axis-gain = 每局多赢的分
told-win-decile = 预测 { $predicted }，真的 { $realised }（± { $margin }），{ $positions } 手
told-score-decile = 第 { $decile } 档，{ $label } { $points } 分
told-gain = { $policy } 对三家 { $opponents }：{ $points } ± { $margin } 分，{ $deals } 局，每步 { $time } 毫秒
