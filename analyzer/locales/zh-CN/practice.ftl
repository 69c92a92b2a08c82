# practice.py
practice-seed = 种子写着 { $seed }；应为 0 到 { $most } 之间的整数。
practice-levels = 电脑的水平写着 { $levels }；三家各写一个，可以是 { $known }。
practice-too-long = 记下了 { $count } 步；一局最多 { $most } 步。
practice-no-such-act = 第 { $number } 步写着“{ $act }”，这时不能这样；可以的是：{ $known }。
practice-malformed = 记下来的牌局看不懂：{ $value }；请重新开局。
practice-code = 链接里的牌局写着“{ $code }”，看不懂；应是“种子-庄家-座位-水平”，如 123-0-2-qqq。
