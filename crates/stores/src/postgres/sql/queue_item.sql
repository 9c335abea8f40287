-- One work item of a tenant.
SELECT w.id, w.tenant, w.queue, w.key, w.payload, w.priority, w.ready_at, w.max_attempts, w.occurrence, w.state,
       w.attempt, w.fence, w.lease_owner, w.lease_until, w.created_at, w.ended_at, w.result, w.error
FROM work_items w
WHERE w.id = $1 AND w.tenant = $2
