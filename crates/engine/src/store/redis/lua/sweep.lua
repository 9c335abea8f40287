#!lua
-- Removes marks and counters whose time is over, at most so many, and answers how many.
-- KEYS: the expiries. ARGV: now, how many.
local over = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, key in ipairs(over) do
  redis.call('DEL', key)
  redis.call('ZREM', KEYS[1], key)
end
return #over
