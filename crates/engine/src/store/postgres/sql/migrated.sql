-- Remembers a migration in its own transaction.
INSERT INTO meta (version) VALUES ($1)
