-- Holds the rows that are to go, if they are still ended and nobody else holds them.
SELECT o.id
FROM unnest($1::bigint[]) AS u (id)
JOIN occurrences o ON o.id = u.id AND o.state >= 2
ORDER BY o.id
FOR UPDATE OF o SKIP LOCKED
