-- Tells every node that listens that there may be work; the sender's own name lets it pass over its own.
SELECT pg_notify($1, $2)
