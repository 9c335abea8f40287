-- Leases occurrences. A claim sets the same values for all of them, except attempt and fence.
UPDATE open_occurrences q
SET state = 1, ready_at = $4, waits = false, attempt = u.attempt, fence = u.fence, lease_owner = $5, lease_until = $4,
    cancel_requested = false, started_at = $6
FROM unnest($1::bigint[], $2::integer[], $3::bigint[]) AS u (id, attempt, fence)
WHERE q.id = u.id
