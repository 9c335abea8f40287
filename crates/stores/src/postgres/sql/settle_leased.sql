-- Settles occurrences whose leases are still held, in batch order: removes them from the open rows and writes
-- their result to the ledger.
WITH taken AS (
    DELETE FROM open_occurrences q
    USING unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::text[])
        AS u (id, fence, state, reason, message, target_kind, target_id)
    WHERE q.id = u.id AND q.fence = u.fence AND q.state = 1
    RETURNING q.id, q.schedule_uid, q.attempt, q.fence, q.lease_owner, q.started_at, q.trigger, q.discriminator,
              q.blocker, u.state, u.reason, u.message, u.target_kind, u.target_id
), ended AS (
    UPDATE occurrences o
    SET state = t.state, attempt = t.attempt, fence = t.fence, lease_owner = t.lease_owner, started_at = t.started_at,
        ended_at = $8, reason = t.reason, message = t.message, target_kind = t.target_kind, target_id = t.target_id,
        blocker = t.blocker
    FROM taken t
    WHERE o.id = t.id
)
SELECT id, fence, schedule_uid, discriminator, trigger, attempt FROM taken
