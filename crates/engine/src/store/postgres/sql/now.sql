-- The store's own clock, which runs on within a transaction.
SELECT clock_timestamp()
