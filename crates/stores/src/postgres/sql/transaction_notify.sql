-- Notifies every listening node that there may be work. The payload is the sender's name, so that it can ignore
-- its own notifications.
SELECT pg_notify($1, $2)
