# pages/progress.py
page-progress = Progress
progress-about = What the questions you answered and the hands you played come to over time.
progress-none = Nothing in this time yet. Answer some questions under “Drills”, or play a deal at the practice table and review it.
progress-period = Which time
progress-all = All
progress-month = Last 30 days
progress-week = Last 7 days
progress-answers = Answers
progress-accuracy = Right
progress-loss = Loss
progress-seconds = Time
progress-seconds-told = { $seconds } s
progress-run = Right in a row
progress-streak = Days in a row
progress-longest = longest { $most }
progress-topic = Topic
progress-by-topic = By topic
progress-loss-how = The loss is what an answer is worth less than the best action, in expected points; only discards, calls and gangs have one. The time is the median. Decisions from reviews are not timed.
progress-over-time = Day by day
progress-of-topic = Which topic
progress-all-topics = All topics
progress-none-of-it = Nothing of this in this time.
axis-day = Day
told-day = { $day }: { $value } ({ $count } answers)
progress-mine = My data
progress-anonymous = No login needed: a cookie in this browser knows you. Nobody else sees your history; without the cookie it can't be found again, so export it before you change phones.
progress-logged-in = Logged in as { $name }. You see the same history wherever you log in.
progress-log-in = Log in
progress-log-out = Log out
progress-bring = Bring along what this browser kept before the login
progress-export = Export
progress-import = Import
progress-file = A file exported on another device
progress-import-do = Import this file
progress-taken = { $count ->
    [0] All of it was here already.
    [one] { $count } entry imported.
   *[other] { $count } entries imported.
}
progress-no-text = The file “{ $name }” is no UTF-8 text; choose a JSON file that this program exported.
progress-delete = Delete
progress-delete-sure = Records, answers and what is to be repeated are deleted from the server for good. Export them first to keep a copy.
progress-delete-yes = Delete everything
progress-deleted = Everything is deleted.
