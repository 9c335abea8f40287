-- Locks the occurrences to be removed, if they are still completed and not locked by another transaction.
SELECT o.id
FROM unnest($1::bigint[]) AS u (id)
JOIN occurrences o ON o.id = u.id AND o.state >= 2
ORDER BY o.id
FOR UPDATE OF o SKIP LOCKED
