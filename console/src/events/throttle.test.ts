import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatchThrottle } from './throttle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a burst becomes two calls: the first item immediately, the others together', () => {
  const seen: string[][] = [];
  const throttle = new BatchThrottle<string>(1_000, (items) => seen.push(items));
  throttle.add('a', 'a');
  vi.advanceTimersByTime(0);
  for (let i = 0; i < 100; i += 1) throttle.add(i % 2 ? 'b' : 'c', i % 2 ? 'b' : 'c');
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([['a']]);
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([['a'], ['c', 'b']]);
});

it('passes nothing on after it is stopped', () => {
  const seen: string[][] = [];
  const throttle = new BatchThrottle<string>(1_000, (items) => seen.push(items));
  throttle.add('a', 'a');
  throttle.stop();
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual([]);
});
