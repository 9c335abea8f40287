-- A server in recovery cannot claim or settle; whoever works with it would only read the past.
SELECT pg_is_in_recovery()
