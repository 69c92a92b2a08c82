# moves.py
move-four-melds = { $seat }已有四副副露，不能再多（{ $clause }）。
move-no-more-gangs = { $seat }不能再杠：只剩 { $wall } 张可摸，剩四张起就不能杠了（{ $clause } 海底）。
move-xu-gang-without-peng = { $seat }没有碰过 { $tile }，不能蓄杠（{ $clause } 蓄杠）。
move-gang-after-call = { $seat }刚吃或碰，没摸牌之前不能暗杠或蓄杠（{ $clause }）。
move-not-a-gang-tile = { $seat }不能单张杠 { $tile }：只有杠牌和癞子可以（{ $clause }）。
move-gang-tile-discarded = { $tile } 是杠牌：{ $seat }打出来也算杠，请写成杠（{ $clause }）。
move-drop-not-laizi = { $tile } 不是癞子：{ $seat }是打牌，只有癞子才写成丢（{ $clause }）。
move-laizi-discarded = { $tile } 是癞子：{ $seat }打出它请写成丢癞子（{ $clause } 丢癞子）。

# deal.py
deal-over = 这一局已经结束，后面不能再有别的（{ $clause }）。
deal-no-such-seat = 座位是 { $seat }；应为 0 东、1 南、2 西、3 北。
deal-hidden-hand = { $seat }有不知道的牌，看不出他的局面；请选手牌都知道的一家。
deal-hand-count = { $seat }起手 { $count } 张；应为 { $right } 张。
deal-wall-count = 发完牌后牌墙有 { $count } 张；应为 { $right } 张。
deal-wall-and-hidden-hands = 牌墙知道，手牌却不全知道；给了牌墙，所有的牌都要知道。
deal-draw-in-turn = { $seat }不能摸牌：{ $actor }还没有出牌（{ $clause }）。
deal-wall-at-end = { $seat }不能再摸：牌墙最后十张不摸（{ $clause } 海底）。
deal-draw-out-of-turn = 还轮不到{ $seat }摸牌：下一个摸的是{ $drawer }（{ $clause }）。
deal-draw-not-of-wall = 牌墙下一张是 { $right }，不是 { $tile }（{ $clause }）。
deal-no-copies-left = { $seat }不可能有 { $tiles }：每种牌四张，其余的都已有去处（{ $clause }）。
deal-not-in-hand = { $seat }手里没有 { $tiles }，他的手牌是 { $hand }（{ $clause }）。
deal-last-tile-is-kept = { $seat }摸的是海底四张之一：只能自摸胡，不再出牌（{ $clause } 海底）。
deal-replacement-first = { $seat }杠了以后要先摸补牌（{ $clause }）。
deal-not-drawn = 还轮不到{ $seat }：先由{ $drawer }摸牌（{ $clause }）。
deal-out-of-turn = 还轮不到{ $seat }：现在轮到{ $actor }（{ $clause }）。
deal-no-hidden-gang = { $seat }这时不可能有四张一样的暗牌（{ $clause } 暗杠）。
deal-nothing-to-claim = 没有打出的牌可以给{ $seat }吃、碰或杠（{ $clause }）。
deal-claims-another-tile = { $seat }要的是{ $source }的 { $tile }，可桌上是{ $actor }的 { $right }（{ $clause }）。
deal-chi-without-tile = 吃的 { $tiles } 里没有那张 { $tile }（{ $clause }）。
deal-has-passed = { $seat }对这张牌已经说过不要（{ $clause }）。
deal-not-asked = 没有问{ $seat }要不要，不用说过（{ $clause }）。
deal-tiles-left = 还不是荒庄：还有 { $wall } 张可摸，或有人还没有动作（{ $clause } 荒庄）。
deal-win-after-call = { $seat }刚吃或碰，没摸牌之前不能胡（{ $clause }）。
deal-no-moment-to-win = 现在没有{ $seat }可以胡的牌（{ $clause }）。
deal-wins-otherwise = { $seat }写的是胡 { $tile }（{ $by }），这里只能是 { $right }（{ $now }），来源也要对上（{ $clause }）。
deal-shows-another-hand = { $seat }亮出 { $hand }，可他手里是 { $right }（{ $clause }）。
deal-shows-other-gangs = { $seat }亮出的暗杠是 { $tiles }；每个没亮过的暗杠写一张（{ $clause }）。
deal-hidden-win-without-pays = { $seat }的手牌不知道，胡牌要写上四家的输赢（{ $clause }）。
deal-pays-no-settlement = 输赢 { $pays } 不对：{ $seat }胡牌，应由别家付，合计为零（{ $clause }）。
deal-wrong-settlement = 这一胡应付 { $right }，不是 { $pays }（{ $clause }）。
deal-no-win-not-open = { $seat }不能胡：还没有开口（{ $clause } 开口）。
deal-no-win-gang-tile-in-hand = { $seat }不能胡：手里还有杠牌（{ $clause }）。
deal-no-win-laizi-limit = { $seat }不能胡：手里癞子太多（{ $clause }）。
deal-no-win-pair-not-258 = { $seat }不能胡：将不是二五八（{ $clause } 将）。
deal-no-win-no-shape = { $seat }不能胡：牌没有成形（{ $clause }）。
deal-no-win-below-minimum = { $seat }不能胡：没有一家够起胡的分（{ $clause } 起胡）。
deal-no-win-dead-tile = { $seat }不能胡打出的癞子或杠牌（{ $clause }）。

# record.py
record-line = 第 { $line } 行：{ $fault }
record-event = 第 { $number } 个事件：{ $fault }
record-too-large = 文字有 { $size } 个字符；最多读 { $most } 个。
record-not-utf-8 = 文件不是 UTF-8 文字：第 { $position } 个字节读不出；请另存为 UTF-8。
record-empty = 里面没有牌谱；牌谱从 type 为 start 的一行开始。
record-not-one = 里面有 { $count } 局；这里要恰好一局。
record-line-too-long = 这一行有 { $length } 个字符；最多 { $most } 个。
record-not-json = 不是 JSON：{ $reason }。
record-not-an-object = 写的是 { $value }；牌谱每一行都是带 type 的 JSON 对象。
record-no-such-type = 没有 type 为 { $value } 的事件；可用的有 { $known }。
record-version = 牌谱的版本是 { $version }；本程序读的是版本 { $right }。
record-field-missing = 缺少 { $field }。
record-field-unknown = 这种事件没有字段 { $field }（写的是 { $value }）；请检查拼写。
record-field-not-text = { $field } 是 { $value }；应为文字。
record-field-not-a-number = { $field } 是 { $value }；应为整数。
record-field-not-a-list = { $field } 是 { $value }；应为列表。
record-field-not-four = { $field } 是 { $value }；应有四项，按座位排列。
record-field-wrong = { $field } 不能是 { $value }。
record-not-closed = 新的一局开始了，可前一局没有 type 为 end 的一行。
record-before-start = { $type } 事件在一局之外；一局从 type 为 start 的一行开始。
record-cut-off = 牌谱在一局中间断了；最后一行应为 type 为 end 的一行。

# shorthand.py
quick-head-too-late = “{ $word }”是开头的内容，要写在第一手之前。
quick-without-indicator = 没有写翻牌；请在第一手之前写一行，如 翻 4m。
quick-seed = 种子是“{ $value }”；应为小于 2^53 的整数。
quick-names = 名字是 { $value }；请按东南西北写四个。
quick-pays-without-win = “{ $word }”前面没有胡；输赢写在胡的后面，如 胡 =24,-8,-8,-8。
quick-amounts = “{ $word }”不是输赢；请按座位写四个数，如 =24,-8,-8,-8。
quick-nothing-done = “{ $line }”没有写做了什么；请写座位和动作，如 东 +3m 9p。
quick-draw-missing = { $seat }在这之前要摸牌，而他的手牌是知道的：请写摸到的牌，如 +3m。
quick-tile-missing = “{ $word }”没有写是哪张牌；请写在后面，如 5m。
quick-nothing-lies-there = 没有打出的牌可以给{ $seat }。
quick-win-without-tile = { $seat }的手牌不知道，也没写胡的是哪张；请在后面写上那张牌或整手牌。

# cli.py
cli-records-faulty = 有问题的文件：{ $files }。
cli-file-unreadable = 读不了 { $file }：{ $reason }
cli-record-won = 没有问题，{ $seat }胡
cli-record-drawn = 没有问题，荒庄  +0 / +0 / +0 / +0
cli-record-unfinished = 没有问题，记了 { $events } 个事件，没有打完
