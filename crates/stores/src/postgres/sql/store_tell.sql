-- Sends messages to every listening node. Each begins with the name of its sender.
SELECT pg_notify($1, words) FROM unnest($2::text[]) AS told (words)
