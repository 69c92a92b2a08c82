"""期望: what each action is worth in points, with its chances, from one and the same plan."""
