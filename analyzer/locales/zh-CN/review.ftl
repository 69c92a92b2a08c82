# review.py, report.py
review-hidden-hand = 座位 { $seat } 的起手牌没有全部写出；只能复盘手牌已知的那一家。
review-seat = 座位 { $seat } 不对；应为 0 东、1 南、2 西、3 北。
report-empty-folder = 文件夹 { $folder } 里没有牌谱；牌谱文件以 { $suffixes } 结尾。
report-no-file = 找不到 { $file }；请写牌谱文件或放牌谱的文件夹。
report-too-large = { $file } 有 { $size } 字节，太大；最多 { $most } 字节。
report-unreadable = 读不了 { $file }：{ $reason }
report-fault = { $file }：{ $fault }
report-nobody = 这些牌谱里没有可以复盘的人；请检查 --seat 和 --player，手牌未知的一家不能复盘。
report-cannot-write = 写不了 { $file }：{ $reason }

kind-win = 漏胡
kind-dead-wait = 死听
kind-laizi = 癞子
kind-gang = 杠的时机
kind-opening = 开口
kind-call = 吃碰
kind-risk = 放冲和承包
kind-speed = 慢了
kind-route = 丢了大胡路
kind-value = 番小了

report-title = 武汉麻将复盘
report-progress = 复盘
report-summary = { $deals } 局，{ $decisions } 次选择，{ $mistakes } 次失误，共失 { $loss } 分
report-deal = { $file } 第 { $deal } 局 · { $who }
report-seat = { $seat ->
    [0] 东
    [1] 南
    [2] 西
   *[3] 北
}家
report-loss = 失分
report-points = 输赢
report-expected = 开局期望
report-luck = 手气
report-match = 一致率
report-accuracy = 准确度
report-kinds = 失误种类
report-curve = 失分累计
report-mistakes = 失误，最贵的在前
report-none = 没有失误。
report-taken = 实际：{ $deed }
report-best = 更好：{ $deed }
report-offer = 别家打出 { $tile }
report-move = 第 { $at } 步
report-means = 每个选择按剩下的牌推演：失分是所选打法比最好的打法少的期望分，只计超出误差的部分（{ $speed }）。手气 = 输赢 − 开局期望 + 失分。
report-unfinished = 未打完
report-kind-line = { $kind } { $count } 次，{ $loss } 分
