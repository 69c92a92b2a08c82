# reasons.py: one action beside another
apart-equal = Expectations { $gap } points apart with a standard error of { $error }: they can't be told apart
apart-score = { $favours ->
    [one] Worth more: { $one } against { $other } points (standard error { $error })
   *[other] Worth less: { $one } against { $other } points (standard error { $error })
}
apart-wins-now = { $favours ->
    [one] Wins now: { $points } points for certain
   *[other] Passes up a win of { $points } points
}
apart-gang-tile-in-hand = { $favours ->
    [one] Fewer gang tiles left in hand, which bar a win: { $one } against { $other }
   *[other] More gang tiles left in hand, which bar a win: { $one } against { $other }
}
apart-opens = { $favours ->
    [one] Opens the hand: only an open hand may win
   *[other] Leaves the hand closed: it may not win
}
apart-dead-wait = { $favours ->
    [one] No dead wait: { $one } live tiles that help, against { $other }
   *[other] A dead wait: { $one } live tiles that help, against { $other }
}
apart-below-minimum = { $favours ->
    [one] More live tiles that reach the minimum: { $one } against { $other }
   *[other] Fewer live tiles that reach the minimum: { $one } against { $other }
}
apart-laizi-limit = { $favours ->
    [one] { $one } laizi left in hand against { $other }: two or more bar 小胡
    [other] { $one } laizi left in hand against { $other }: two or more bar 小胡, the nearest hand
   *[neither] { $one } laizi left in hand against { $other }: two or more bar 小胡 and leave big hands only
}
apart-faster = { $favours ->
    [one] Nearer: distance { $one } against { $other }
   *[other] Farther: distance { $one } against { $other }
}
apart-more-waits = { $favours ->
    [one] Waits for more live tiles: { $one } against { $other }
   *[other] Waits for fewer live tiles: { $one } against { $other }
}
apart-more-accepts = { $favours ->
    [one] More live tiles bring it nearer: { $one } against { $other }
   *[other] Fewer live tiles bring it nearer: { $one } against { $other }
}
apart-hard = { $favours ->
    [one] More live tiles win hard: { $one } against { $other }
   *[other] Fewer live tiles win hard: { $one } against { $other }
}
apart-pays-more = { $favours ->
    [one] Its waits pay more: { $one } against { $other } points, mean of the self-draws
   *[other] Its waits pay less: { $one } against { $other } points, mean of the self-draws
}
apart-route = { $favours ->
    [one] Keeps { $routes }
   *[other] Gives up { $routes }
}
apart-spends-laizi = { $favours ->
    [one] Saves the laizi: { $one } left in hand against { $other }
   *[other] Spends a laizi: { $one } left in hand against { $other }
}
apart-replacement = { $favours ->
    [one] Draws a replacement at once
   *[other] Does without a replacement draw
}
apart-own-fan = { $one } fan on the table against { $other }: more is won, and more is lost
apart-third-feed = { $favours ->
    [one] Does not risk the third feed of a 清一色, which pays for all: { $seats }
   *[other] May be the third feed of a 清一色, which pays for all: { $seats }
}
apart-feeds-quanqiuren = { $favours ->
    [one] Does not risk feeding 全求人, which pays for all: { $seats }
   *[other] May feed 全求人, which pays for all: { $seats }
}
apart-robbable = { $favours ->
    [one] Can't be robbed of a gang of { $tile }
   *[other] The gang of { $tile } may be robbed, which pays for all
}
apart-win-chance = { $favours ->
    [one] Wins more often: { $one } against { $other }
   *[other] Wins less often: { $one } against { $other }
}
apart-payout = { $favours ->
    [one] Wins more when it wins: { $one } against { $other } points on average
   *[other] Wins less when it wins: { $one } against { $other } points on average
}
apart-deal-in = { $favours ->
    [one] Feeds a win less often: { $one } against { $other }
   *[other] Feeds a win more often: { $one } against { $other }
}
apart-loss = { $favours ->
    [one] Loses less when it loses: { $one } against { $other } points on average
   *[other] Loses more when it loses: { $one } against { $other } points on average
}
apart-contract = { $favours ->
    [one] Pays for all less often: { $one } against { $other }
   *[other] Pays for all more often: { $one } against { $other }
}
