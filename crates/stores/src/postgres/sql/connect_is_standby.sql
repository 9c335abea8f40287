-- A server in recovery cannot claim or settle. A node connected to it would only read stale data.
SELECT pg_is_in_recovery()
