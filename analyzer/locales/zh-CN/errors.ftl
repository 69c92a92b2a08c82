# notation.py
notation-unknown-character = “{ $text }”第 { $position } 个字符“{ $character }”不是牌：请写数字加 m（万）p（筒）s（条）z（字牌），如 123m55z，或写中文，如 一万 红中。
notation-number-without-suit = “{ $text }”第 { $position } 个字符起的“{ $character }”没有花色：请紧接着写 m（万）p（筒）s（条）或 z（字牌），如 123m、三万。
notation-suit-without-number = “{ $text }”第 { $position } 个字符“{ $character }”前面没有数字：请先写 1–9（字牌 1–7），如 5m、五万。
notation-zero = “{ $text }”第 { $position } 个字符“{ $character }”不是牌：没有红五，数字只有 1–9。
notation-honour-number = “{ $text }”第 { $position } 个字符“{ $character }”不是字牌：字牌只有 1z–7z，依次为东南西北中发白。
notation-too-long = 文字太长（{ $length } 个字符）：最多 { $limit } 个。
notation-not-one-tile = “{ $text }”里有 { $count } 张牌：这里要写恰好一张，如 5m。
notation-meld-kind = “{ $text }”不是副露：请写 chi（吃）、peng（碰）、chong_gang（冲杠）、xu_gang（蓄杠）或 an_gang（暗杠），如 chi:123m@3。
notation-meld-without-tiles = 副露“{ $text }”没有写牌：吃写三张，如 chi:123m@3；其余写一张，如 peng:5p@1。
notation-offer = “{ $text }”没有写是谁打的：请写牌、@ 和座位，如 5s@3。
notation-seat = “{ $text }”不是座位：请写 0、1、2、3 或 东、南、西、北。

