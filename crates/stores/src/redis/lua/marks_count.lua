#!lua
-- Adds to a counter and returns its new value. A new window begins with the first addition after the last
-- window ended.
-- KEYS: the counter, the expiries. ARGV: now, until, the number to add.
-- A counter is stored as its expiry, a colon and its count.
local ends, count = ARGV[2], 0
local held = redis.call('GET', KEYS[1])
if held then
  local held_ends, held_count = string.match(held, '^(%-?%d+):(%d+)$')
  if tonumber(held_ends) > tonumber(ARGV[1]) then
    ends, count = held_ends, tonumber(held_count)
  end
end
count = count + tonumber(ARGV[3])
redis.call('SET', KEYS[1], ends .. ':' .. string.format('%.0f', count))
redis.call('ZADD', KEYS[2], ends, KEYS[1])
return count
