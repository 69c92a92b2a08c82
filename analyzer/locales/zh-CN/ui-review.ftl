# pages/review.py
page-review = 复盘
review-about = 把打完的一局牌谱放进来：每一步都按剩下的牌推演，看哪几步丢了分、怎样打更好。
review-example = 先看一局示例
review-example-title = 示例：电脑打的一局
review-example-note = 四家都是电脑，不是真人的牌局；看的是东家，他只求快听牌。
review-paste = 粘贴或照着记忆写一局
review-paste-help = 可以是 JSON 牌谱，也可以是速记：先写规则、庄、翻、手，再一行写一家打了什么。
review-read = 开始复盘
review-upload = 打开牌谱文件（.jsonl、.txt）
review-quick = 速记怎么写
review-quick-how = 前面四行：用哪套规则、谁坐庄、翻出哪张、自己起手的牌。别家的手牌不知道就不写。后面一行写一家：打了什么；加号后面是摸的牌（别家摸的看不见，可以不写），碰、吃、杠、胡写字。牌用 1–9 加 m 万、p 筒、s 条，1z–7z 是东南西北中发白。
review-faults = { $title }有 { $count } 处不对
review-faults-kept = 写的都还在，改好再点一次。
review-empty = 还没有写牌谱。
review-pasted = 粘贴的牌谱
review-nobody-known = 这局四家的起手牌都没有写全，没有人可以复盘：至少要写出一家的起手牌。
review-deal = 第几局
review-deal-name = 第 { $number } 局
review-who = 看谁的
review-another = 换一局
review-dealer = { $who }坐庄
review-won = { $who }胡

# the run
review-speed = 算多细
review-run-first = 先粗看一遍：{ $done } / { $wanted } 步…
review-run = 先从最可疑的细算：{ $done } / { $wanted } 步…
review-done = { $wanted } 步都算完了（{ $speed }）。
review-stopped = 停了，细算了 { $done } / { $wanted } 步；其余按粗算。
review-failed = 复盘没能算出来，请再算一次。
review-waiting = 正在算第一遍…
review-none-asked = 这一家在这局里没有需要选择的地方。

# the sums
review-lost = { $count ->
    [0] 没有失误。
   *[other] { $count } 次失误，共失 { $loss } 分。
}
review-luck = 这局 { $points } 分 = 开局期望 { $expected } − 失误 { $loss } + 手气 { $luck }。
review-means = 一致率是和最好的打法一样好的步数；准确度按分数算，全对是 100%。
review-times = { $count } 次
axis-decisions = 第几次选择
axis-lost = 累计失分
told-loss = 第 { $at } 步：失 { $loss } 分，累计 { $total }

# one after the other
review-mode = 怎么看
review-mode-told = 看讲评
review-mode-guess = 先猜再看
review-threshold = 只看失分不少于
review-threshold-all = 全部失误
review-threshold-points = { $points } 分
review-next = 下一个失误
review-previous = 上一个失误
review-next-step = 下一步
review-previous-step = 上一步
review-next-question = 下一题
review-previous-question = 上一题
review-curve-how = 红点是失误，点一下就跳到那一步。
review-keys = 键盘：N 下一个失误，P 上一个；Shift+N、Shift+P 一步一步看。
review-keys-guess = 键盘：数字选打法，N 下一题，P 上一题。
review-jump = 跳到
review-count = 失误 { $number } / { $total }
review-count-none = 失误 { $total } 次
review-list-line = { $loss } · 第 { $at } 步 · { $kind }：{ $taken } → { $best }
review-list-more = 其余 { $count } 次失误
review-step-line = 第 { $at } 步 · { $taken }
review-step-lost = 第 { $at } 步 · { $taken } · { $loss }
review-step-asked = 第 { $at } 步
review-none-so-big = 没有失分这么多的失误。

# one decision
review-table = 桌上
review-chip-taken = 实际
review-best-taken = { $deed }：最好的打法
review-as-good = { $deed }：一样好
review-close = 和{ $deed }分不出高下：只差 { $gap } ± { $margin } 分。
review-why = 为什么
review-rough = 这是粗算的分，细算还没轮到它。
review-study = 在牌型分析里打开
review-drill = 拿这一步来练
review-drill-all = 拿这 { $count } 个失误来练

# 先猜再看
review-guess-which = 猜哪些
review-guess-mistakes = 只猜失误
review-guess-all = 每一步都猜
review-ask = 换您来打：
review-guess-best = 您选{ $deed }：最好的打法。
review-guess-close = 您选{ $deed }：和最好的一样好。
review-guess-worse = 您选{ $deed }：少 { $loss } ± { $margin } 分。
review-guessed = 猜了 { $count } 步，{ $right } 步和最好的一样好，共失 { $loss } 分。
review-guess-nothing = 没有可猜的：没有失误。选“每一步都猜”就有了。

# taken along
review-report = 下载报告（HTML）
review-report-file = 复盘

# kept among one's own
review-kept = 我收藏的牌谱
review-kept-line = { $title } · { $game } · { $when }
review-kept-more = 其余 { $count } 局
review-keep = 收藏这局
review-forget = 删除
review-forget-sure = 删掉“{ $title }”？删了就找不回来。
review-forget-yes = 删掉
review-share-hint = 这个链接打开的就是这一步。牌谱只给您自己看：别人打不开，您自己要用同一个浏览器或先登录。
review-share-keep = 先点“收藏这局”，才有到这一步的链接。
review-not-there = 链接里的牌谱不在您的收藏里：可能已经删了，或者是别人的。
