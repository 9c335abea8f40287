-- Records a migration in its own transaction.
INSERT INTO meta (version, oldest_reader) VALUES ($1, $2)
