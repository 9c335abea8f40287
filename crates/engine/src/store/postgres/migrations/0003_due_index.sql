-- Open rows by the time a claim may take them, whoever they belong to: a claim finds what is due without asking every
-- tenant.
CREATE INDEX open_occurrences_due ON open_occurrences (ready_at, id);
