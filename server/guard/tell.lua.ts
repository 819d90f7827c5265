/**
 * Sets guards to what Postgres has decided. News is applied only if it is later than what stands, by its order; what
 * says that a seat is taken is also ignored once it is too old, because the tombstone that would show it to be
 * outdated may have gone by then.
 *
 * KEYS: one guard for each piece of news, then the sales under way for each sale that is over.
 * ARGV: how many pieces of news, a tombstone's TTL in ms, then five for each: what it is, its order, whose, when it
 * ends and until when it may be applied (both by Redis' clock); then the names of sales that are over.
 *
 * What it is: 'taken' (held or booked by that owner), 'free' (given back by that buyer), 'reset' (free, whatever
 * stands), 'ended' (that owner's attempt came to nothing).
 *
 * An attempt that is under way keeps its guard, unless the news is of its own buyer; it is told what it stands on.
 */
import { READ_VALUE } from "./guard-value";

export const TELL = `${READ_VALUE}
local function set(key, order, kind, owner, ...)
  redis.call('SET', key, string.format('%.0f %s %s', order, kind, owner), ...)
end
local count, tombstone = tonumber(ARGV[1]), ARGV[2]
for i = 1, count do
  local key, arg = KEYS[i], 3 + 5 * (i - 1)
  local what, order, whose, ends, valid = ARGV[arg], tonumber(ARGV[arg + 1]), ARGV[arg + 2], tonumber(ARGV[arg + 3]), tonumber(ARGV[arg + 4])
  local value = redis.call('GET', key)
  local stands, kind, owner, buyer = read(value)
  if what == 'ended' then
    if kind == 'a' and owner == whose then
      if stands > 0 then set(key, stands, 'f', '', 'PX', tombstone) else redis.call('DEL', key) end
    end
  elseif what == 'reset' then
    set(key, math.max(order, stands), 'f', '', 'PX', tombstone)
  elseif order > stands or (order == stands and kind ~= 'a') then
    local isOwn = buyer == (string.match(whose, '^(.*):[^:]*$') or '')
    if what == 'taken' and now > valid then
      -- too old to be believed
    elseif kind == 'a' and not isOwn then
      set(key, order, 'a', owner, 'KEEPTTL')
    elseif what == 'free' then
      set(key, order, 'f', '', 'PX', tombstone)
    elseif ends > now then
      set(key, order, 'g', whose, 'PXAT', ARGV[arg + 3])
    elseif value then
      redis.call('DEL', key)
    end
  end
end
for i = count + 1, #KEYS do redis.call('ZREM', KEYS[i], ARGV[2 + 4 * count + i]) end
return now`;
