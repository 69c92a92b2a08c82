"""武汉麻将: exact waits, distances, routes and points for the games of Wuhan."""
