# pages/ui/offer.py
offer-button = Write into the ledger
