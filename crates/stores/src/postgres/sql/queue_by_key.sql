-- The work items with the given keys.
SELECT u.ordinal, w.id
FROM unnest($1::integer[], $2::text[], $3::text[]) WITH ORDINALITY AS u (tenant, queue, key, ordinal)
JOIN work_items w ON w.tenant = u.tenant AND w.queue = u.queue AND w.key = u.key
ORDER BY u.ordinal
