-- Extends the leases that are still held.
UPDATE open_occurrences q
SET lease_until = $3, ready_at = $3
FROM unnest($1::bigint[], $2::bigint[]) AS u (id, fence)
WHERE q.id = u.id AND q.fence = u.fence AND q.state = 1
RETURNING q.id, q.fence, q.cancel_requested
