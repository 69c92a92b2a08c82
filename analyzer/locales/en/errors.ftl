# notation.py
notation-unknown-character = “{ $text }”: “{ $character }” at position { $position } is no tile; write digits with m, p, s or z, such as 123m55z, or Chinese names, such as 一万 红中.
notation-number-without-suit = “{ $text }”: “{ $character }” at position { $position } has no suit; write m, p, s or z right behind it, such as 123m.
notation-suit-without-number = “{ $text }”: “{ $character }” at position { $position } has no digit before it; write 1–9 first (1–7 for honours), such as 5m.
notation-zero = “{ $text }”: “{ $character }” at position { $position } is no tile; there are no red fives, digits are 1–9.
notation-honour-number = “{ $text }”: “{ $character }” at position { $position } is no honour; honours are 1z–7z: East, South, West, North, 中, 发, 白.
notation-too-long = The text is too long ({ $length } characters); at most { $limit } are read.
notation-not-one-tile = “{ $text }” names { $count } tiles; write exactly one, such as 5m.
notation-meld-kind = “{ $text }” is no meld; write chi, peng, chong_gang, xu_gang or an_gang, such as chi:123m@3.
notation-meld-without-tiles = The meld “{ $text }” names no tiles; a chi names three, such as chi:123m@3, the others one, such as peng:5p@1.
notation-offer = “{ $text }” doesn't say whose tile it is; write the tile, @ and the seat, such as 5s@3.
notation-seat = “{ $text }” is no seat; write 0, 1, 2, 3 or 东, 南, 西, 北.

