-- A tenant's work items, highest ID first.
SELECT w.id, w.tenant, w.queue, w.key, w.payload, w.priority, w.ready_at, w.max_attempts, w.occurrence, w.state,
       w.attempt, w.fence, w.lease_owner, w.lease_until, w.created_at, w.ended_at, w.result, w.error
FROM work_items w
WHERE w.tenant = $1 AND w.id < $2
  AND ($3::text IS NULL OR w.queue = $3)
  AND ($4::smallint[] IS NULL OR w.state = ANY ($4))
ORDER BY w.id DESC
LIMIT $5
