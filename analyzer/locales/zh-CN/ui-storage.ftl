# pages/ui/storage.py
storage-unread = 浏览器里存着的“{ $title }”读不出来：{ $why } 原来的内容没有动。
storage-set-aside = 收到一边，重新开始
storage-refused = “{ $title }”刚才在另一个页面改过：现在显示的是那边的，这里最后一次改动没有记上，请看一下再补。
storage-taken-over = “{ $title }”在另一个页面改过，已经换成新的。
storage-failed = 浏览器没能存下“{ $title }”：这一页关掉就没有了，请先导出。可能是无痕浏览，或者存储空间满了。
storage-too-large = “{ $title }”太大了（超过 { $limit } 个字符），浏览器里没有存：这一页关掉就没有了，请先导出。
storage-overlong = 长 { $length } 个字符，最多 { $limit } 个。
storage-no-json = “{ $value }”不是 JSON。
storage-no-envelope = “{ $value }”不是本程序存的格式。
storage-other-form = 存储格式是 { $form }，本程序只认第 { $right } 种。
storage-malformed = 浏览器送来的内容不完整（{ $where }）。
visitor-not-kept = 这一次没能存进记录：{ $why }
