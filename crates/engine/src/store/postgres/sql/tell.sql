-- Tells every node that listens something in words, each beginning with the name of who says it.
SELECT pg_notify($1, words) FROM unnest($2::text[]) AS told (words)
