# pages/progress.py
page-progress = 进步
progress-about = 做过的题、打过的牌，一路下来进步了多少。
progress-none = 这段时间还没有记录。去“训练”做几道题，或者到“练习桌”打一局再复盘，这里就有数了。
progress-period = 看哪一段时间
progress-all = 全部
progress-month = 最近 30 天
progress-week = 最近 7 天
progress-answers = 答了几次
progress-accuracy = 答对
progress-loss = 失分
progress-seconds = 用时
progress-seconds-told = { $seconds } 秒
progress-run = 连对几次
progress-streak = 连着几天
progress-longest = 最长 { $most }
progress-topic = 题目
progress-by-topic = 各类题
progress-loss-how = 失分是比最好的打法少得的期望分，只有打哪张、吃碰、杠这三类题才有；用时取中间的那个数（一半比它快，一半比它慢）。复盘里的选择不计用时。
progress-over-time = 一天天看
progress-of-topic = 哪类题
progress-all-topics = 所有的题
progress-none-of-it = 这段时间里没有这一项。
axis-day = 日期
told-day = { $day }：{ $value }（{ $count } 次）
progress-mine = 我的记录
progress-anonymous = 不用登录：记录凭这个浏览器里的一个 cookie 认人，清掉 cookie 就找不回来了，别人也看不到。换手机前先导出。
progress-logged-in = 已登录：{ $name }。在别的设备上登录，看到的是同一份记录。
progress-log-in = 登录
progress-log-out = 退出登录
progress-bring = 把登录前这个浏览器里的记录带过来
progress-export = 导出
progress-import = 导入
progress-file = 从别的设备导出的文件
progress-import-do = 导入这个文件
progress-taken = { $count ->
    [0] 里面的记录这里都有了。
   *[other] 导入了 { $count } 条记录。
}
progress-no-text = 文件“{ $name }”不是 UTF-8 文字；请选本程序导出的 JSON 文件。
progress-delete = 删除
progress-delete-sure = 牌谱、答题、复习安排会从服务器上全部删掉，找不回来。要留底，先点“导出”。
progress-delete-yes = 全部删掉
progress-deleted = 全部删掉了。
