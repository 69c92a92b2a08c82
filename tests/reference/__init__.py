"""The reference: slow, plain answers written from the rules alone, and the random positions put to them."""
