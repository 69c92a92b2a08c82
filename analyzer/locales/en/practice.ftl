# practice.py
practice-seed = the seed is { $seed }; it should be a whole number from 0 to { $most }.
practice-levels = the computers' levels are { $levels }; each of the three should be one of { $known }.
practice-too-long = { $count } answers are noted; a deal has { $most } at most.
practice-no-such-act = answer { $number } is "{ $act }", which can't be given here; it could be: { $known }.
practice-malformed = the noted deal can't be understood: { $value }; please deal anew.
practice-code = the link names the deal "{ $code }", which can't be understood; it should be "seed-dealer-seat-levels", such as 123-0-2-qqq.
