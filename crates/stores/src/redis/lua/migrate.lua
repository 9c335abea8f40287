#!lua
-- Creates the keyspace, or raises an older layout, unless another node was faster. Returns its version and its number
-- of shards in all cases.
-- KEYS: the layout. ARGV: the version, the number of shards, the oldest version that may work on the keyspace.
if redis.call('HSETNX', KEYS[1], 'version', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'shards', ARGV[2], 'oldest_reader', ARGV[3])
elseif tonumber(redis.call('HGET', KEYS[1], 'version')) < tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'version', ARGV[1], 'oldest_reader', ARGV[3])
end
return redis.call('HMGET', KEYS[1], 'version', 'shards', 'oldest_reader')
