-- The store's clock. Unlike `now()`, it advances within a transaction.
SELECT clock_timestamp()
