/**
 * Guards the seats of one or many attempts, in order, each attempt all or nothing.
 *
 * KEYS: for each attempt the sales under way of its show, then the guard of every wanted seat.
 * ARGV: the guards' TTL in ms, how long a sale is remembered as under way, how old one must be to be named, then for
 * each attempt its buyer, its owner, its number of seats, and its name as a sale ('' for a hold).
 * Answers the time by Redis, the sales that have long been under way, and one entry per attempt: 1 when guarded,
 * 0 when guarded and a sale of that name is under way already, else
 * 1 or 0 for whether a sale of that name is under way, and the seats that stood in the way, each as its place in the
 * attempt and the value of its guard.
 *
 * A guard of the same buyer does not stand in the way (it is the same person clicking twice): it is left as
 * it is, and Postgres answers with the hold that stands.
 */
import { READ_VALUE } from "./guard-value";

export const ACQUIRE = `${READ_VALUE}
local answers, suspects, key = {now, {}}, {}, 1
for arg = 4, #ARGV, 4 do
  local buyer, owner, count, sale = ARGV[arg], ARGV[arg + 1], tonumber(ARGV[arg + 2]), ARGV[arg + 3]
  local sales, free, blockers = KEYS[key], {}, {0}
  if count > 1 or not redis.call('SET', KEYS[key + 1], '0 a ' .. owner, 'NX', 'PX', ARGV[1]) then
    for i = key + 1, key + count do
      local value = redis.call('GET', KEYS[i])
      if not value then
        free[#free + 1] = {KEYS[i], '0'}
      else
        local order, kind, _, holder = read(value)
        if kind == 'f' then
          free[#free + 1] = {KEYS[i], string.format('%.0f', order)}
        elseif holder ~= buyer then
          blockers[#blockers + 1] = i - key - 1
          blockers[#blockers + 1] = value
        end
      end
    end
  end
  if #blockers == 1 then
    for _, seat in ipairs(free) do redis.call('SET', seat[1], seat[2] .. ' a ' .. owner, 'PX', ARGV[1]) end
    answers[#answers + 1] = sale == '' and 1 or redis.call('ZADD', sales, 'NX', now, sale)
  else
    suspects[sales] = true
    if sale ~= '' and redis.call('ZSCORE', sales, sale) then blockers[1] = 1 end
    answers[#answers + 1] = blockers
  end
  key = key + count + 1
end
for sales in pairs(suspects) do
  redis.call('ZREMRANGEBYSCORE', sales, '-inf', now - ARGV[2])
  for _, sale in ipairs(redis.call('ZRANGEBYSCORE', sales, '-inf', now - ARGV[3], 'LIMIT', 0, 1000)) do
    answers[2][#answers[2] + 1] = sale
  end
end
return answers`;
