"""牌局: whole deals played out: the game as a kernel, the players' policies, hidden hands, tournaments."""
