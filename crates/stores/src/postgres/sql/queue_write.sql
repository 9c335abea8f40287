-- Writes work items after a state transition.
UPDATE work_items w
SET ready_at = u.ready_at, state = u.state, attempt = u.attempt, fence = u.fence, lease_owner = u.lease_owner,
    lease_until = u.lease_until, ended_at = u.ended_at, result = u.result, error = u.error
FROM unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::integer[], $5::bigint[], $6::text[],
            $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[])
    AS u (id, ready_at, state, attempt, fence, lease_owner, lease_until, ended_at, result, error)
WHERE w.id = u.id
