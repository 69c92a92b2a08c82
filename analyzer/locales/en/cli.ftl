# advice.py: actions
action-win = win
action-discard = discard
action-gang = gang
action-an-gang = an_gang
action-xu-gang = xu_gang
action-chong-gang = chong_gang
action-peng = peng
action-chi = chi
action-pass = pass

# waits.py: channels
channel-zimo = self-draw
channel-discard = discard

# cli.py
cli-option = { $head }  { $distance ->
    [0] tenpai
   *[other] { $distance } away
}  accepts { $total }
cli-dead = dead { $tiles }
cli-gives-up = gives up { $routes }
cli-tenpai = Tenpai, { $total } live tiles
cli-not-tenpai = Not tenpai.
cli-no-win = No win:
cli-stopped = Stopped.
cli-no-such-option = There is no option { $option }; --help lists them.
cli-missing = { $name } is missing; --help shows how it is written.
cli-bad-value = The value of { $name } is wrong: { $reason }
cli-usage = The command is wrong: { $reason }
cli-worth = worth { $score } ± { $error }  win { $win }  tenpai { $tenpai }
cli-why-would = once open, wins on { $tiles }
cli-why-call = on { $tile } from another player, { $call } opens the hand: { $distance ->
    [0] tenpai
   *[other] { $distance } from tenpai
}
cli-why-change = draw { $draws } and discard { $tile }: tenpai, { $total } live
cli-why-change-unopened = draw { $draws } and discard { $tile }: the shape of tenpai, but for an opening, { $total } live
cli-why-replacement = lay it down; a replacement { $draws } leaves tenpai
cli-why-draws = nearer with { $draws }
