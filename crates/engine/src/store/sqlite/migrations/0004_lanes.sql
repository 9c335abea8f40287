-- Overlap is judged per discriminator, and occurrences that wait form a queue in the order of their nominal times, a
-- backfill (triggers 3 and 4) behind all others. Statements of programs that know only the first layout still work.

-- Number of occurrences of one backfill that may run at once beside other runs; null for all others.
ALTER TABLE occurrences ADD COLUMN concurrency INTEGER;

-- Rows that have started are kept apart from rows that wait, which may be a long queue.
DROP INDEX occurrences_open;
CREATE INDEX occurrences_open ON occurrences (turn >= 8, schedule_uid, waits) WHERE state < 2;

-- A claim reads the whole queue of a schedule from this index alone, and the end of a run its first rows.
DROP INDEX occurrences_waiting;
CREATE INDEX occurrences_waiting
    ON occurrences (schedule_uid, trigger >= 3, nominal_at, id, discriminator, trigger, concurrency, at) WHERE waits = 1;
