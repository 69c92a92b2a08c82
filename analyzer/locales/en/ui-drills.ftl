# pages/drills.py
page-drills = Drills
drills-about = A hand a question: what to discard, what it waits for, whether it may win, what it pays, call or pass, gang now or hold. Each answer is explained, and what went wrong comes up again before long.
drills-topics = What to drill
drills-topics-none = Choose at least one kind of question.
drills-topic-discard = Discard
drills-topic-waits = Waits
drills-topic-tenpai = Tenpai or not
drills-topic-score = Payment
drills-topic-call = Call or pass
drills-topic-gang = Gang or hold
drills-rules = Game
drills-level = Level
drills-level-1 = Easy
drills-level-2 = Middling
drills-level-3 = Hard
drills-level-says-1 = Plain to see: it makes a big difference, few laizi.
drills-level-says-2 = Needs a thought: laizi, or a smaller difference.
drills-level-says-3 = Needs working out: small differences, fast is not always best, many laizi, gold cap and contracts.
drills-count = Questions
drills-count-of = { $count }
drills-clock = Clock
drills-clock-off = No clock
drills-clock-of = { $seconds } s each
drills-start = Start
drills-due = { $count ->
    [one] { $count } question is due again.
   *[other] { $count } questions are due again.
}
drills-due-many = { $count } questions are due again; the oldest { $most } come first.
drills-due-gone = Questions from records that were deleted, left out: { $count }.
drills-due-start = Review these first
drills-invited = Somebody has sent you a set of questions
drills-invited-line = { $topics }; { $rules }, { $level }, { $count } questions. They are the same for everybody who opens the link.
drills-invited-start = Start this set

# a question
drills-where = Question { $number } of { $count }
drills-own-mistake = your own mistake
drills-looking = Looking for a question. The first one may take some seconds; the next ones are made ahead.
drills-failed = This question could not be made.
drills-seat = You sit { $seat }
drills-ask-discard = Which discard is best?
drills-ask-waits = Which tiles does this hand wait for? Choose all of them.
drills-ask-tenpai = Is this hand tenpai? If not, what stands in the way?
drills-ask-score = This hand has won. What do the four players get?
drills-ask-call = Do you want this tile?
drills-ask-gang = Gang now, or hold?
drills-won-zimo = Self-draw of { $tile }
drills-won-gang-draw = After a gang, drew { $tile }
drills-won-last-draw = Last tiles, drew { $tile }
drills-won-discard = { $tile }, discarded by: { $who }
drills-won-robbed = { $tile }, robbed from the gang of: { $who }
drills-nothing-laid = nothing yet
drills-tenpai-tenpai = Tenpai, and may win
drills-tenpai-not-open = Not open, so it can't win
drills-tenpai-gang-tile-in-hand = A gang tile in hand, so it can't win
drills-tenpai-laizi-limit = Too many laizi for a small hand
drills-tenpai-pair-not-258 = The pair is no 2, 5 or 8, so it can't win
drills-tenpai-far = Not there yet
drills-answer = That is my answer
drills-next = Next question
drills-finish = See the result
drills-mark-right = right
drills-mark-wrong = wrong
drills-clock-left = { $n } s left
drills-clock-late = over time
drills-stop = Stop the round
drills-keys = Keyboard: the digit or letter on an answer chooses it, Enter confirms, Enter again goes on. For waits: M P S Z choose a row (wan, tong, tiao, honours), digits the tiles in it.

# an answer
drills-chip-given = your answer
drills-right = Right
drills-wrong = Wrong
drills-right-is = Right: { $answer }
drills-costs = It costs { $loss } points on average.
drills-took = It took { $seconds } s
drills-late = over time
drills-why = Why
drills-worth-means = Every action is played to the end with { $samples } deals of the unseen tiles; points are the average. Only what is clearly ahead is made a question.
drills-open = Look at it in the analysis

# after a round
drills-over = Done: { $right } of { $total } right
drills-sum-right = Right
drills-sum-loss = Points lost
drills-sum-seconds = Time each
drills-sum-late = Over time
drills-seconds = { $seconds } s
drills-mistakes = What went wrong
drills-was = You said: { $given }. Right: { $right }.
drills-wrong-again = The wrong ones again
drills-another = Another set
drills-set-out = Choose anew
drills-share = Send this set to your friends; everybody gets the same questions:
