# pages/rules.py, pages/ui/rulebook.py, pages/ui/library.py
page-rules = 规则
rules-view = 看什么
rules-view-compare = 对照
rules-view-read = 逐条看
rules-view-edit = 改规则
rules-view-own = 我的规则
rules-view-decisions = 各说不一
rules-all-title = 十种玩法对照
rules-all-how = 绿底是现在用的玩法，黄底是和它不一样的地方。
rules-two-title = 挑两种细比
rules-two-one = 第一种
rules-two-other = 第二种
rules-two-differ = { $count ->
    [0] 这两种规则完全一样。
   *[other] { $count } 处不一样。
}
rules-two-same = 另外 { $count } 处一样
rules-read-which = 看哪种
rules-own-change = 改过
rules-was = 原来：{ $value }
rules-edit-how = 挑一套照着改；改动马上看得到样例的输赢。原来的玩法不会变。
rules-edit-from = 照哪套改
rules-edit-reset = 全部改回
rules-group-tiles = 杠牌和皮子
rules-group-fan = 番
rules-group-big = 大胡
rules-group-minimum = 起胡
rules-group-caps = 封顶
rules-group-contract = 承包和逃跑
rules-has-max-laizi-in-big = 大胡限癞子张数
rules-has-unopened-gold = 有光明顶
rules-has-contract-cap = 承包另有封顶
rules-summary-none = 还没有改。下面每手样例的输赢，改了就会跟着变。
rules-summary = 改了 { $fields } 项；{ $all } 手样例里，{ $samples } 手的输赢变了。
rules-samples = 样例的输赢
rules-samples-same = 没变的 { $count } 手
rules-sample-differs = 变了
rules-before = 原来
rules-after = 改后
rules-both = 输赢
rules-no-win = 不能胡：{ $reasons }
rules-wrong = 这样改不行，样例先不算：
rules-silent = { $field ->
    [minimum] 样例里没有一手的分落在新旧起胡之间。
    [minimum_scope] 没有起胡，看几家都一样。
    [fengyise_doubles] 底分翻倍时才用得上。
    [cap_when] 三家的分刚好等于封顶才有区别，样例里没有。
    [unopened_gold] 和金顶一样多，看不出区别。
    [contract_cap] 和封顶一样多，看不出区别。
    [escape] 逃跑记在账上，跟胡牌的输赢没有关系。
   *[other] 样例里没有用得上它的牌。
}
rules-silent-title = 样例看不出来的改动
rules-name = 给它起个名字
rules-name-example = 比如：我家的打法
rules-save-new = 存成新的一套，并使用
rules-save-back = 存回“{ $name }”
rules-saved = 存好了，现在就按“{ $name }”算。
rules-changed = “{ $name }”改好了。
rules-renamed = 改名叫“{ $name }”了。
rules-deleted = “{ $name }”删掉了。
rules-deleted-in-use = “{ $name }”删掉了，现在改按“{ $game }”算。
rules-loaded = 从文件里读进 { $count } 套规则。
rules-loaded-nothing = 文件里的规则这里都有了。
rules-own-none = 还没有自己的规则。到“改规则”里照一种玩法改几处，起个名字存下来，就在这里，上面的玩法里也能选。
rules-own-kept = 存在这台设备的浏览器里；换设备就用文件或链接带过去。
rules-own-base = 底子：{ $game }
rules-own-same = 和底子一样，没有改动。
rules-in-use = 正在用
rules-use = 使用
rules-change-it = 再改
rules-rename = 改名
rules-new-name = 新名字
rules-rename-do = 改好了
rules-delete = 删掉
rules-delete-sure = 删了就没有了。真的删掉“{ $name }”吗？
rules-delete-do = 真的删掉
rules-download = 存成文件
rules-download-all = 全部存成文件
rules-upload = 从文件读进来
rules-upload-faults = 文件有错，什么也没有读进来：
rules-share-how = 把正在用的规则（连同牌）发给牌友，打开就在他的列表里。
rules-valued = 期望分怎么来的：{ $told }
rules-decisions-how = 四份公开的规则互相有出入，自己也有前后对不上的地方。下面每一处都写明各家怎么说、这里怎么定；能改的，在“改规则”里改。
rules-sources-are = S0 是红中发财癞子杠，S1 是红中癞子杠，S2 是 ×4 癞子杠和皮子的玩法，S3 是口口翻“步步倒”。
rules-sources = 各家怎么说
rules-decided = 这里怎么定
rules-decision-fields = 想改：到“改规则”里改 { $fields }。
rules-decision-fixed = 这一处各玩法一样，不能改。
rules-decision-open = 能改
rules-decisions-only-open = 只看能改的
sample-small-discard = 小胡，别人放冲
sample-small-dealer = 坐庄硬胡自摸
sample-small-poor = 软小胡，分很少
sample-small-held = 小胡，手里有一张和翻牌一样的
sample-pengpenghu = 碰碰胡，三张癞子
sample-qingyise = 清一色，上家喂了第三口
sample-three-big = 三个大胡：将一色、碰碰胡、海底捞
sample-fengyise = 风一色，手里有发财
sample-quanqiuren = 全求人，放冲的人听着牌
sample-gangshanghua = 癞子杠杠上花
sample-qianggang = 抢杠
sample-haidilao = 海底捞，将不是二五八
sample-gold = 金顶，对家没开口
sample-robbed = 抢{ $seat }的杠
sample-indicator = 翻牌{ $tile }
sample-gang = 杠出{ $tile }
sample-lies = { $seat }：{ $what }。
sample-unopened = { $seat }没开口。
library-title = 我的规则
library-nameless = 自定规则
rules-custom = { $name }（自定）
