-- Takes rows whose leases are still held from the open ones, in the batch's order: what is to end leaves here in any case,
-- so it is not held first.
DELETE FROM open_occurrences q
USING unnest($1::bigint[], $2::bigint[]) AS u (id, fence)
WHERE q.id = u.id AND q.fence = u.fence AND q.state = 1
RETURNING q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
          q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message
