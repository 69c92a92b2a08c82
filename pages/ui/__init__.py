"""页面部件: what several pages draw with. Nothing here knows a rule or makes a number."""
