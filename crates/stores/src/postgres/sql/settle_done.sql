-- Settles succeeded occurrences whose leases are still held, in batch order. Normally a batch contains nothing
-- else, so no reasons, messages or targets need to be sent.
WITH taken AS (
    DELETE FROM open_occurrences q
    USING unnest($1::bigint[], $2::bigint[]) AS u (id, fence)
    WHERE q.id = u.id AND q.fence = u.fence AND q.state = 1
    RETURNING q.id, q.schedule_uid, q.attempt, q.fence, q.lease_owner, q.started_at, q.discriminator, q.blocker, q.trigger
), ended AS (
    UPDATE occurrences o
    SET state = 2, attempt = t.attempt, fence = t.fence, lease_owner = t.lease_owner, started_at = t.started_at,
        ended_at = $3, reason = NULL, message = NULL, target_kind = NULL, target_id = NULL,
        blocker = t.blocker
    FROM taken t
    WHERE o.id = t.id
)
SELECT id, fence, schedule_uid, discriminator, trigger FROM taken
