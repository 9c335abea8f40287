-- A revision that did not touch the definition has the one before it.
SELECT definition
FROM revisions
WHERE schedule_uid = :schedule_uid AND revision <= :revision AND definition IS NOT NULL
ORDER BY revision DESC
LIMIT 1
