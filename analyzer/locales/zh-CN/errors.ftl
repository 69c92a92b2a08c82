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


# rules/ruleset.py
rules-unknown-preset = 没有名为 { $name } 的规则；现有：{ $known }。
rules-unknown-field = 规则里没有字段“{ $field }”；可用的字段：{ $known }。
rules-not-a-choice = 规则字段 { $field } 的值 { $value } 不在可选范围；可选：{ $choices }。
rules-not-a-number = 规则字段 { $field } 的值 { $value } 不对；应为 { $least } 到 { $greatest } 的整数。
rules-not-a-number-or-null = 规则字段 { $field } 的值 { $value } 不对；应为 { $least } 到 { $greatest } 的整数，或 null 表示没有。
rules-gold-below-cap = 金顶 { $gold } 低于封顶 { $cap }；金顶不得低于封顶。
rules-gold-below-contract-cap = 金顶 { $gold } 低于承包封顶 { $cap }；金顶不得低于承包封顶。
rules-without-base = 自定规则的 base 是 { $value }；应写一个现有规则的名字，例如 "base": "hongzhong"。
rules-not-text-or-object = 规则 { $value } 不对；应写规则的名字，或 {"{"}"base": 名字, …{"}"}。
laizi-is-gang-honour = { $tile } 在这套规则里是杠牌，不能当癞子。

# position.py
position-not-four-players = players 里有 { $count } 家；应为四家，按东南西北排列。
position-no-such-seat = { $name } 是 { $seat }；应为 0 东、1 南、2 西、3 北。
position-laizi-not-of-indicator = 翻牌 { $indicator } 的癞子是 { $right }，不是 { $laizi }。
position-five-melds = { $seat }有 { $count } 副副露；最多四副。
position-not-a-gang-tile = { $seat }的杠里有 { $tile }；能单张成杠的只有 { $right }。
position-gang-tile-in-discards = { $seat }的牌河里有杠牌 { $tile }；打出来也算杠，应写进 gangs。
position-laizi-in-discards = { $seat }的牌河里有癞子 { $tile }；丢出的癞子应写进 laizi_drops。
position-laizi-drops = { $seat }丢了 { $count } 张癞子；应为 0 到 4。
position-drops-without-laizi = { $seat }丢过癞子，但不知道癞子是哪张；请给出 indicator 或 laizi。
position-hand-count = 手里 { $concealed } 张牌加 { $melds } 副副露凑不成一手；应为 { $waiting } 张（等牌）或 { $turn } 张（该打牌），不全的手牌每少一副少三张。
position-wall = 牌墙还剩 { $wall } 张；应为 0 到 { $most }。
position-too-many-copies = { $tile } 一共出现了 { $count } 张；每种牌只有四张。
meld-no-such-kind = 没有叫 { $kind } 的副露；应为 { $known } 之一。
meld-not-a-run = { $meld } 不是顺子；吃牌要写同一花色相连的三张，例如 chi:123m。
meld-without-tile = { $meld } 没写是哪张牌；碰和杠要写出那一张，例如 peng:5p。
meld-not-one-tile = { $meld } 写了几种牌；碰和杠只写那一张，例如 peng:5p。
meld-with-gang-tile = { $meld } 里有杠牌 { $tile }；杠牌不能吃、碰或成副杠。
meld-with-laizi = { $meld } 里有癞子 { $tile }；癞子不能吃、碰或成副杠。
meld-an-gang-has-no-source = { $meld } 写了来自{ $source }；暗杠没有来源。
meld-without-source = { $meld } 没写来自哪一家；请写上座位，例如 peng:5p@1。
meld-impossible-source = { $seat }的 { $meld } 不可能来自{ $source }；应为另外三家之一（0 东、1 南、2 西、3 北）。
meld-chi-not-from-left = { $meld } 来自{ $source }；只能吃上家（{ $left }）的牌。

# wins.py
win-hand-count = 算番要连胡的那张一起 { $right } 张手牌，现在有 { $concealed } 张。
win-tile-not-in-hand = 胡的牌 { $tile } 不在手牌里；手牌要把胡的那张也写上。
win-zimo-has-no-source = 自摸没有放冲的人，却写了来自{ $source }。
win-after-gang-and-last = 海底的四张牌之前已不能开杠，杠上花和海底捞不会同时出现。
win-after-no-gang = 说是杠上花，但这一家没有杠过；请补上杠，或去掉 after_gang。
win-without-source = { $by } 的胡牌没写是谁的牌；请在 from 里写座位。
win-impossible-source = { $seat }胡的牌不可能来自{ $source }；应为另外三家之一（0 东、1 南、2 西、3 北）。
win-situation-not-zimo = 杠上花和海底捞只有自摸才有，这里是 { $by }。
win-robbed-without-peng = { $source }没有碰过 { $tile }，抢不到这一杠。
win-unnamed-melds = { $seat }说有 { $count } 副副露；一家最多四副，胡的那家要写明是什么牌。

# waits.py
waits-hand-count = 听牌要看 3k+1 张手牌（如 13、10、7、4、1 张），现在有 { $concealed } 张。

# advice.py
discards-hand-count = 看打哪张要 3k+2 张手牌（如 14、11、8、5、2 张），现在有 { $concealed } 张。
calls-hand-count = 看要不要叫牌要 3k+1 张手牌（如 13、10、7、4、1 张），现在有 { $concealed } 张。
offer-impossible-source = { $seat }等的牌不可能来自{ $source }；应为另外三家之一（0 东、1 南、2 西、3 北）。
offer-robbed-without-peng = { $source }没有碰过 { $tile }，不可能是蓄杠。

# course.py
draw-impossible = 现在不能摸牌：手里 { $concealed } 张、牌墙剩 { $wall } 张；手牌要 3k+1 张，牌墙还要轮得到自己。
draw-none-left = { $tile } 四张都看见了，摸不到；请点还有活牌的。

# requests.py
request-not-json = 这一行不是 JSON：{ $reason }。
request-not-an-object = 请求 { $value } 不对；应为一个 JSON 对象。
request-lang = 没有语言 { $value }；可选：{ $known }。
request-op = 不认识的 op { $value }；可选：{ $known }。
request-turn = turn 是 { $value }；可选：{ $known }。
request-win-by = win.by 是 { $value }；可选：{ $known }。
request-field-missing = 请求里缺少 { $field }。
request-field-unknown = 请求里的 { $field } = { $value } 没有这个字段，请核对拼写。
request-field-not-text = { $field } 是 { $value }；应为文字。
request-field-not-a-number = { $field } 是 { $value }；应为整数。
request-field-not-a-flag = { $field } 是 { $value }；应为 true 或 false。
request-field-not-a-list = { $field } 是 { $value }；应为列表。
request-field-not-an-object = { $field } 是 { $value }；应为对象。
request-field-wrong = { $field } 的值 { $value } 不对。
request-out-of-range = { $field } 是 { $value }；应大于 0，最多 { $most }（seed 可以是 0）。
request-speed = 没有速度 { $value }；可选：{ $known }。

# money.py
stake-not-a-number = 一分的钱写的是“{ $value }”；应为大于 0 的数，最多四位小数，例如 0.5。
stake-out-of-range = 一分的钱写的是 { $value }；应大于 0，最多 { $most }。

# disputes.py
paid-nothing-known = 没有写谁付了多少；写上总数，或任意一家付的分。
paid-out-of-range = 付的分写的是 { $value }；应为 0 到 { $most } 的整数。
paid-by-winner = { $seat }是胡的那家，不付分；请写另外三家付的。
paid-adds-up-wrong = 三家一共付 { $sum } 分，总数却写 { $total }；两个数要一样。
# rules/library.py
library-name-empty = 还没写名字；请写 1 到 { $limit } 个字。
library-name-too-long = 名字“{ $name }”有 { $length } 个字；最多 { $limit } 个。
library-name-unseen = 名字“{ $name }”里有看不见的字符 { $character }；请去掉它再存。
library-name-of-game = “{ $name }”是现成玩法的名字；请换一个，免得弄混。
library-name-taken = 已经有一套叫“{ $name }”的规则；请换一个名字。
library-full = 自定规则最多存 { $limit } 套；请先删掉不用的。
library-unknown = 没有叫“{ $name }”的自定规则；可能已经删掉或改了名。
rules-file-too-large = 文件有 { $size } 字节，太大了；规则文件最多 { $limit } 字节。
rules-file-not-json = 这不是规则文件，读不出 JSON：{ $reason }。
rules-file-not-ours = 这不是规则文件：里面没有 "format": "{ $format }"。
rules-file-version = 规则文件的 version 是 { $version }；这里只认 { $right }。
rules-file-without-rules = 规则文件里应有 format、version 和 rules 三项，rules 是至少一套规则的列表。
rules-file-too-many = 文件里有 { $count } 套规则；最多 { $limit } 套。
rules-file-entry = 第 { $number } 套：{ $fault }
rules-file-entry-form = 写成了 { $value }；每套规则要有 { $right } 三项，不多不少。
rules-file-not-text = { $field } 是 { $value }；应为文字。
rules-file-not-fields = fields 是 { $value }；应为规则字段和它们的值。
rules-file-twice = { $field } 写了两遍；每项只写一遍。
rules-file-not-whole = { $value } 不是整数；规则文件里的数都是整数。

# store.py
store-url = 数据库地址以“{ $url }”开头，不能用；请写 sqlite:///文件路径 或 postgresql://用户:密码@主机/库名。
store-driver = 连接 PostgreSQL 要用的 { $name } 没有安装；请运行 pip install "psycopg[binary]"。
store-not-a-database = { $file } 不是 SQLite 数据库，没有动它；请换一个路径，或把这个文件移走。
store-cut-off = 数据库 { $file } 不完整，只剩 { $size } 字节，没有动它；请用备份换回来，或把它移走后重新开始。
store-damaged = 数据库 { $file } 已损坏（{ $found }），没有动它；请用备份换回来，或把它移走后重新开始。
store-damaged-row = { $table } 里的“{ $row }”和当初写下的不一样，已损坏，没有动它；请从备份里找回来，或删掉这一条。
store-lost = 数据库 { $file } 不见了，但它的日志 { $log } 还在；请把数据库放回原处，或把日志移走后重新开始。
store-newer = 数据库 { $database } 是更新的版本（{ $found }）写的，没有动它；请升级本程序再打开。
store-not-ours = 数据库 { $database } 里是别的程序的表，没有动它；请换一个空的数据库。
store-failed = 数据库 { $database } 这一次没能读写：{ $said }。请检查磁盘空间、权限和连接后再试。
store-no-profile = 档案 { $profile } 不在数据库里；请重新打开页面。
store-login = 登录没有给出完整的身份（签发方“{ $issuer }”，用户“{ $subject }”）；两样都要有。
store-text = { $name } 的内容“{ $value }”不能保存：应为 1 到 { $limit } 个字符的文字，不含空字符。
store-number = { $name } 的值 { $value } 不对；应为 { $least } 到 { $greatest } 的数。
store-export-json = 导入的内容不是 JSON（开头是“{ $found }”）；请选本程序导出的文件。
store-export-form = 导入的内容（开头是“{ $found }”）不是本程序导出的；请选本程序导出的文件。
store-export-newer = 导入的文件是第 { $form } 版，这里只认得第 { $known } 版；请升级本程序再导入。
store-export-part = 导入文件里的 { $part } 不对；应为最多 { $limit } 条的列表。
store-export-row = 导入文件里 { $part } 的第 { $number } 条不对；应恰好有这些项：{ $fields }。

# drills.py
drill-rules = 没有玩法“{ $rules }”；可选：{ $known }。
drill-level = 难度写的是 { $level }；应为 { $known } 之一。
drill-seed = 题号写的是 { $seed }；应为 0 到 { $most } 的整数。
drill-key = “{ $key }”不是题目的编号；应像 waits:hongzhong:1:12345 这样。
drill-set = 一组要出 { $count } 题；应至少有一种题型、1 到 { $most } 题。
drill-answer = 答案“{ $given }”不在这道题的选项里；请从列出的里面选。
drill-none = 打了很多局都没遇到合适的题（{ $key }）；请换一题，或换个难度。
drill-no-decision = 牌谱里第 { $at } 步没有要您选择的地方；这一题跳过。
drill-close = 第 { $at } 步重新细算后，您的选择和最好的一手分不出高下；这一题不算错题，跳过。
drill-no-record = 出题用的牌谱（{ $key }）已经不在了；这一题跳过。

# rounds.py
drill-no-set = 链接里的“{ $value }”不是一组题；请向发链接的人再要一次，或自己选一组。
