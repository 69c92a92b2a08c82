# tenpai.py: what keeps a hand from waiting
tenpai-rule-not-open = Only a hand that has made a chi, a peng or an exposed gang can win, the big hands too. A hidden gang does not open it.
tenpai-rule-gang-tile = Gang tile in hand: { $tiles }. While it is there, the hand can't win and is not ready.
tenpai-rule-laizi-limit = { $count ->
    [one] One laizi
   *[other] { $count } laizi
} in hand: two or more forbid the small win, even as themselves. Only big hands are left.
tenpai-rule-pair = The shape is there, but its pair is { $tiles }: a small win needs a pair of 2, 5 or 8.
tenpai-rule-far = { $distance ->
    [0] The shape is close, but it makes no hand that may win.
    [one] One tile from ready; nearest: { $routes }.
   *[other] { $distance } tiles from ready; nearest: { $routes }.
}
