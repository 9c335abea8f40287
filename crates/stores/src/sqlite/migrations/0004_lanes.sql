-- Overlap is judged per discriminator. Waiting occurrences form a queue ordered by nominal time, with backfills
-- (triggers 3 and 4) behind all others. Statements of programs that support only the first layout still work.

-- Number of occurrences of one backfill that may run at once beside other runs; null for all others.
ALTER TABLE occurrences ADD COLUMN concurrency INTEGER;

-- Rows that have started are separated from waiting rows, which may be a long queue.
DROP INDEX occurrences_open;
CREATE INDEX occurrences_open ON occurrences (turn >= 8, schedule_uid, waits) WHERE state < 2;

-- A claim reads the whole queue of a schedule from this index alone; the end of a run reads its first rows.
DROP INDEX occurrences_waiting;
CREATE INDEX occurrences_waiting
    ON occurrences (schedule_uid, trigger >= 3, nominal_at, id, discriminator, trigger, concurrency, at) WHERE waits = 1;
