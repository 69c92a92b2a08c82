# advice.py: actions
action-win = 胡
action-discard = 打
action-gang = 杠
action-an-gang = 暗杠
action-xu-gang = 蓄杠
action-chong-gang = 冲杠
action-peng = 碰
action-chi = 吃
action-pass = 过

# waits.py: channels
channel-zimo = 自摸
channel-discard = 放冲

# cli.py
cli-option = { $head }  { $distance ->
    [0] 听牌
   *[other] { $distance } 向听
}  进张 { $total } 张
cli-dead = 已绝 { $tiles }
cli-gives-up = 放弃 { $routes }
cli-tenpai = 听牌，活牌 { $total } 张
cli-not-tenpai = 没有听牌。
cli-no-win = 不能胡：
cli-stopped = 已停止。
cli-no-such-option = 没有选项 { $option }；用 --help 看有哪些。
cli-missing = 缺少 { $name }；用 --help 看怎么写。
cli-bad-value = { $name } 的值不对：{ $reason }
cli-usage = 命令不对：{ $reason }
cli-worth = 期望 { $score } ± { $error }  胡 { $win }  听 { $tenpai }
cli-why-would = 开了口能胡 { $tiles }
cli-why-call = 别人打 { $tile }，{ $call } 就开口，{ $distance ->
    [0] 听牌
   *[other] { $distance } 向听
}
cli-why-change = 摸到 { $draws }，打 { $tile } 就听，共 { $total } 张
cli-why-change-unopened = 摸到 { $draws }，打 { $tile } 牌型就成听，还要开口，共 { $total } 张
cli-why-replacement = 杠出去补到 { $draws } 就听
cli-why-draws = 先进 { $draws }
