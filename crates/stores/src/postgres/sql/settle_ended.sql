-- Completed occurrences in the columns of open ones. A repeated settlement finds here that it has already been
-- applied.
SELECT o.id, o.schedule_uid, o.ended_at, o.nominal_at, o.due_at, o.revision, o.fence, NULL::timestamptz, o.started_at,
       o.attempt, o.trigger, o.state, false, false, o.lease_owner, o.message,
       o.discriminator, o.concurrency, o.blocker
FROM unnest($1::bigint[]) AS u (id)
JOIN occurrences o ON o.id = u.id AND o.state >= 2
