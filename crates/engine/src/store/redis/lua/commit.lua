#!lua
-- Writes changes that were decided on what was read before, if nobody has changed that meanwhile: all or none of them.
-- KEYS: the counter of numbers, then the records that the changes were decided on.
-- ARGV: the first and the last counter that new rows got (0: none), the versions that the records must have, eight bytes
--   each, what each record becomes (empty: it is not written here), how many further checks there are and these (what,
--   key, value, the change it belongs to), then commands, each behind the number of its parts, after a zero the new rows
--   of tenants, each behind their number and the tenant's set (the schedule's set, unique key, number), and after another
--   zero the indexes (set, index, member) that follow the first of a set.
-- Answers nothing when all was written, the counter when the numbers are taken, and otherwise the changes that are in the
-- way: those of records by the place of the record, those of checks by their own number below zero.
local first, last = tonumber(ARGV[1]), tonumber(ARGV[2])
if last > 0 then
  local counter = tonumber(redis.call('GET', KEYS[1]) or '0')
  if counter >= first then return counter end
end

local refused = {}
local versions = ARGV[3]
for from = 2, #KEYS, 1000 do
  local records = redis.call('MGET', unpack(KEYS, from, math.min(from + 999, #KEYS)))
  for at = 1, #records do
    local place = from + at - 1
    local record = records[at]
    local version = string.sub(versions, place * 8 - 15, place * 8 - 8)
    if not record or string.sub(record, 1, 8) ~= version then refused[#refused + 1] = place - 1 end
  end
end
local at = #KEYS + 3
local checks = tonumber(ARGV[at])
at = at + 1
for _ = 1, checks do
  local what, key, value = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local holds
  if what == 'H' then
    holds = redis.call('HEXISTS', key, value) == 0
  elseif what == 'X' then
    holds = redis.call('EXISTS', key) == 0
  else
    holds = redis.call('GET', key) == value
  end
  if not holds then refused[#refused + 1] = -tonumber(ARGV[at + 3]) end
  at = at + 4
end
if #refused > 0 then return refused end

local strings = {}
for place = 2, #KEYS do
  local value = ARGV[place + 2]
  if value ~= '' then
    strings[#strings + 1] = KEYS[place]
    strings[#strings + 1] = value
  end
end
for from = 1, #strings, 4000 do
  redis.call('MSET', unpack(strings, from, math.min(from + 3999, #strings)))
end

local parts = tonumber(ARGV[at])
while parts > 0 do
  redis.call(unpack(ARGV, at + 1, at + parts))
  at = at + parts + 1
  parts = tonumber(ARGV[at])
end
at = at + 1
local rows = tonumber(ARGV[at])
while rows > 0 do
  local numbers = {}
  for place = at + 2, at + rows * 3 + 1, 3 do
    local number = ARGV[place + 2]
    redis.call('ZADD', ARGV[place], number, ARGV[place + 1])
    numbers[#numbers + 1] = number
    numbers[#numbers + 1] = number
  end
  redis.call('ZADD', ARGV[at + 1], unpack(numbers))
  at = at + rows * 3 + 2
  rows = tonumber(ARGV[at])
end
for place = at + 1, #ARGV, 3 do
  local found = redis.call('ZRANGE', ARGV[place], 0, 0, 'WITHSCORES')
  if found[1] then
    redis.call('ZADD', ARGV[place + 1], found[2], ARGV[place + 2])
  else
    redis.call('ZREM', ARGV[place + 1], ARGV[place + 2])
  end
end
if last > 0 then redis.call('SET', KEYS[1], ARGV[2]) end
return false
