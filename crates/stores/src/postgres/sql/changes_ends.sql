-- Writes the results of completed occurrences.
UPDATE occurrences o
SET state = u.state, attempt = u.attempt, fence = u.fence, lease_owner = u.lease_owner, started_at = u.started_at,
    ended_at = $7, reason = u.reason, message = u.message, blocker = u.blocker, target_kind = u.target_kind,
    target_id = u.target_id
FROM unnest($1::bigint[], $2::smallint[], $3::integer[], $4::bigint[], $5::text[], $6::timestamptz[],
            $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[])
    AS u (id, state, attempt, fence, lease_owner, started_at, reason, message, blocker, target_kind,
          target_id)
WHERE o.id = u.id
