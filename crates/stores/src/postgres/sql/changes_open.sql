-- Writes open occurrences after a state transition.
UPDATE open_occurrences q
SET state = u.state, ready_at = u.ready_at, waits = u.waits, attempt = u.attempt, fence = u.fence,
    lease_owner = u.lease_owner, lease_until = u.lease_until, cancel_requested = u.cancel_requested,
    started_at = u.started_at, message = u.message,
    blocker = u.blocker
FROM unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::boolean[], $5::integer[], $6::bigint[], $7::text[],
            $8::timestamptz[], $9::boolean[], $10::timestamptz[], $11::text[], $12::bigint[])
    AS u (id, state, ready_at, waits, attempt, fence, lease_owner, lease_until, cancel_requested, started_at, message,
          blocker)
WHERE q.id = u.id
