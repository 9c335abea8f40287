-- Rows know their schedule by its identity; people by its name.
SELECT tenant, id
FROM schedules
WHERE uid = :uid
