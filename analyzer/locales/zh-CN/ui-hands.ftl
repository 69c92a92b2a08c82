# pages/ui/hands.py
hands-title = 收藏
hands-recent = 最近看过
hands-saved = 收藏
hands-which = 看哪些
hands-name = 起个名字（可不写）
hands-name-example = 上次输的那手
hands-save = 收藏这手
hands-delete = 删
hands-none-recent = 还没有：一手牌看上几秒，就记在这里。
hands-none-saved = 还没有：点“收藏这手”就记在这里。
hands-no-list = “{ $value }”不是本程序记的牌。
hands-no-hand = “{ $value }”不是一手牌。
