# pages/ui/hands.py
hands-title = Saved
hands-recent = Recent
hands-saved = Saved
hands-which = Which hands
hands-name = A name, if you like
hands-name-example = the one I lost
hands-save = Save this hand
hands-delete = Delete
hands-none-recent = None yet: a hand that you look at for some seconds is kept here.
hands-none-saved = None yet: “Save this hand” keeps it here.
hands-no-list = “{ $value }” is no list of hands that this program keeps.
hands-no-hand = “{ $value }” is no hand.
