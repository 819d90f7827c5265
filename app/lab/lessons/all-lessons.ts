/** All lessons in their order. */
import type { Lesson } from "./lesson";
import { theRace } from "./texts/01-the-race";
import { rowLock } from "./texts/02-row-lock";
import { oneUpdate } from "./texts/03-one-update";
import { redisLock } from "./texts/04-redis-lock";
import { locksThatNeverDie } from "./texts/05-locks-that-never-die";
import { someoneElsesLock } from "./texts/06-someone-elses-lock";
import { longerThanTheLock } from "./texts/07-longer-than-the-lock";
import { retryWithoutMercy } from "./texts/08-retry-without-mercy";
import { theLongPause } from "./texts/09-the-long-pause";
import { failoverAndRedlock } from "./texts/10-failover-and-redlock";
import { theSpamClick } from "./texts/11-the-spam-click";
import { howLastSeatDoesIt } from "./texts/12-how-last-seat-does-it";
import { theBank } from "./texts/13-the-bank";
import { efficiencyOrCorrectness } from "./texts/14-efficiency-or-correctness";
import { theQueue } from "./texts/15-the-queue";

export const LESSONS: readonly Lesson[] = [
  theRace,
  rowLock,
  oneUpdate,
  redisLock,
  locksThatNeverDie,
  someoneElsesLock,
  longerThanTheLock,
  retryWithoutMercy,
  theLongPause,
  failoverAndRedlock,
  theSpamClick,
  howLastSeatDoesIt,
  theBank,
  efficiencyOrCorrectness,
  theQueue,
];
