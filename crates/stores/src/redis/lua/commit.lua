#!lua
-- Writes changes that were decided on records read before, if no other client has changed those records in the
-- meantime. Either all changes are written or none.
-- KEYS: the ID counter.
-- ARGV: the first and the last counter value used for new rows (0: none); the required record versions, eight bytes
--   each; and five lists as MessagePack, so that thousands of strings need not be passed one by one:
--   - the records that the changes were decided on, each with its new content (empty: not written here),
--   - further checks (kind, key, value, number of the change),
--   - commands,
--   - list pushes (list, value),
--   - indexes that follow the first member of a set (set, index, member).
-- Returns nothing if everything was written, and the counter if those values are taken. Otherwise it returns the
-- conflicting changes: a positive number is the position of a record, a negative number is the negated number of a
-- check's change.
local first, last = tonumber(ARGV[1]), tonumber(ARGV[2])
if last > 0 then
  local counter = tonumber(redis.call('GET', KEYS[1]) or '0')
  if counter >= first then return counter end
end

local work = cmsgpack.unpack(ARGV[4])
local records, checks, commands, pushes, firsts = work[1], work[2], work[3], work[4], work[5]
local refused, keys, strings = {}, {}, {}
for place = 1, #records, 2 do
  keys[#keys + 1] = records[place]
  if records[place + 1] ~= '' then
    strings[#strings + 1] = records[place]
    strings[#strings + 1] = records[place + 1]
  end
end
local versions = ARGV[3]
for from = 1, #keys, 1000 do
  local found = redis.call('MGET', unpack(keys, from, math.min(from + 999, #keys)))
  for at = 1, #found do
    local place = from + at - 1
    local record = found[at]
    if not record or string.sub(record, 1, 8) ~= string.sub(versions, place * 8 - 7, place * 8) then
      refused[#refused + 1] = place
    end
  end
end
for at = 1, #checks, 4 do
  local what, key, value = checks[at], checks[at + 1], checks[at + 2]
  local holds
  if what == 'H' then
    holds = redis.call('HEXISTS', key, value) == 0
  elseif what == 'X' then
    holds = redis.call('EXISTS', key) == 0
  else
    holds = redis.call('GET', key) == value
  end
  if not holds then refused[#refused + 1] = -tonumber(checks[at + 3]) end
end
if #refused > 0 then return refused end

for from = 1, #strings, 4000 do
  redis.call('MSET', unpack(strings, from, math.min(from + 3999, #strings)))
end
for at = 1, #commands do
  redis.call(unpack(commands[at]))
end
for at = 1, #pushes, 2 do
  redis.call('RPUSH', pushes[at], pushes[at + 1])
end
for at = 1, #firsts, 3 do
  local found = redis.call('ZRANGE', firsts[at], 0, 0, 'WITHSCORES')
  if found[1] then
    redis.call('ZADD', firsts[at + 1], found[2], firsts[at + 2])
  else
    redis.call('ZREM', firsts[at + 1], firsts[at + 2])
  end
end
if last > 0 then redis.call('SET', KEYS[1], ARGV[2]) end
return false
