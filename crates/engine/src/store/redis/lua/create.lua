#!lua
-- Makes the keyspace unless another node was faster, and answers its version and its number of shards either way.
-- KEYS: the layout. ARGV: the version, the number of shards, the oldest version that may work on it.
if redis.call('HSETNX', KEYS[1], 'version', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'shards', ARGV[2], 'oldest_reader', ARGV[3])
end
return redis.call('HMGET', KEYS[1], 'version', 'shards', 'oldest_reader')
