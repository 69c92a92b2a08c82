# pages/ui/storage.py
storage-unread = What this browser keeps as “{ $title }” can't be read: { $why } It was left as it is.
storage-set-aside = Set it aside and start afresh
storage-refused = “{ $title }” was changed in another tab just now: this is what is there, and your last change here was not kept. Please look, and enter it again.
storage-taken-over = “{ $title }” was changed in another tab; this is the new state.
storage-failed = The browser could not keep “{ $title }”: it is gone once this page is closed, so export it first. Private browsing or a full store may be why.
storage-too-large = “{ $title }” is too large for the browser to keep (more than { $limit } characters): it is gone once this page is closed, so export it first.
storage-overlong = it has { $length } characters, { $limit } at most.
storage-no-json = “{ $value }” is not JSON.
storage-no-envelope = “{ $value }” is not of the form that this program writes.
storage-other-form = its form is { $form }; this program knows form { $right } only.
storage-malformed = The browser sent something incomplete ({ $where }).
visitor-not-kept = This could not be kept: { $why }
