# pages/ui/offer.py
offer-button = 记到牌桌
