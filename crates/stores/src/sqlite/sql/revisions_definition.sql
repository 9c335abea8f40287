-- A revision that did not change the definition uses the latest earlier one.
SELECT definition
FROM revisions
WHERE schedule_uid = :schedule_uid AND revision <= :revision AND definition IS NOT NULL
ORDER BY revision DESC
LIMIT 1
