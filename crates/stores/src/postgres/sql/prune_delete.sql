-- Removes occurrences together with their attempts.
WITH tries AS (
    DELETE FROM attempts a USING unnest($1::bigint[]) AS u (id) WHERE a.occurrence_id = u.id
)
DELETE FROM occurrences o USING unnest($1::bigint[]) AS u (id) WHERE o.id = u.id
