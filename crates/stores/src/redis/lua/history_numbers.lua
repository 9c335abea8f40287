#!lua flags=no-writes
-- Returns a limited number of IDs from a sorted list: those after an ID, lowest first, or those before it. Uses
-- binary search, because a page may begin anywhere in a long history.
-- KEYS: the list. ARGV: 'after' or 'before', the ID, the limit.
local low, high = 0, redis.call('LLEN', KEYS[1])
local bound = tonumber(ARGV[2])
while low < high do
  local middle = math.floor((low + high) / 2)
  local found = tonumber(redis.call('LINDEX', KEYS[1], middle))
  if found < bound or (ARGV[1] == 'after' and found == bound) then low = middle + 1 else high = middle end
end
local count = tonumber(ARGV[3])
if ARGV[1] == 'after' then return redis.call('LRANGE', KEYS[1], low, low + count - 1) end
if low == 0 then return {} end
return redis.call('LRANGE', KEYS[1], math.max(low - count, 0), low - 1)
