-- The tenants of the given occurrences.
SELECT o.id, o.tenant FROM unnest($1::bigint[]) AS u (id) JOIN occurrences o ON o.id = u.id
