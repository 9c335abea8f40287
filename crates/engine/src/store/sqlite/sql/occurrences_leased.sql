-- What workers' reports are judged by, and no more: this is read for every run. One answer for each number, in their
-- order, empty where there is no such row.
SELECT o.schedule_uid, o.state, o.attempt, o.fence, o.lease_owner, o.started_at, o.trigger, o.cancel_requested
FROM json_each(:ids) AS given
LEFT JOIN occurrences AS o ON o.id = given.value
