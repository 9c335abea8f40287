#!lua
-- Removes a limited number of expired marks and counters and returns how many were removed.
-- KEYS: the expiries. ARGV: now, the limit.
local over = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, key in ipairs(over) do
  redis.call('DEL', key)
  redis.call('ZREM', KEYS[1], key)
end
return #over
