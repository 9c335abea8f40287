-- Open rows by the time a claim may take them, whoever they belong to: a claim finds what is due without asking every
-- tenant. The other columns spare it the rows themselves.
CREATE INDEX occurrences_due ON occurrences (at, turn, tenant) WHERE state < 2;
