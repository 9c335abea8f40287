-- Maps the internal uid of a schedule to its tenant and ID.
SELECT tenant, id
FROM schedules
WHERE uid = :uid
