import { describe, expect, it } from 'vitest';
import type { Occurrence } from '../../../api/ledger';
import { cadenceOf } from './cadence';

const START = Date.parse('2026-11-16T09:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const run = (seconds: number, part: Partial<Occurrence> = {}) =>
  ({
    trigger: 'schedule',
    state: 'succeeded',
    attempt: 1,
    due_at: iso(START + seconds * 1_000),
    started_at: iso(START + seconds * 1_000 + 2_000),
    ended_at: iso(START + seconds * 1_000 + 52_000),
    ...part,
  }) as Occurrence;
const skipped = (seconds: number) => run(seconds, { state: 'skipped', reason: 'overlap', started_at: null });
const every = (seconds: number) => Array.from({ length: 5 }, (_, index) => iso(START + index * seconds * 1_000));

describe('cadence', () => {
  it('is slow if runs take longer than the interval', () => {
    const rows = [0, 60, 120, 180, 240, 300].flatMap((at) => [run(at), skipped(at + 20), skipped(at + 40)]);
    const found = cadenceOf(rows, every(20));
    expect([found.configured, found.effective, found.isSlow]).toEqual([20_000, 60_000, true]);
    expect([found.waits, found.runs, found.rows, found.skipped, found.reason]).toEqual([2_000, 50_000, 18, 12, 'overlap']);
  });
  it('is not slow if every occurrence runs', () => {
    expect(cadenceOf([0, 60, 120, 180, 240].map((at) => run(at)), every(60)).isSlow).toBe(false);
  });
  it('is not judged for uneven recurrences or after few runs', () => {
    const uneven = [iso(START), iso(START + 60_000), iso(START + 300_000)];
    expect(cadenceOf([0, 900, 1_800, 2_700, 3_600].map((at) => run(at)), uneven).isSlow).toBe(false);
    expect(cadenceOf([run(0), run(900)], every(60)).isSlow).toBe(false);
    expect(cadenceOf([], []).configured).toBeUndefined();
  });
  it('leaves out manual runs', () => {
    expect(cadenceOf([run(0), run(7, { trigger: 'manual' }), run(60)], every(60)).effective).toBe(60_000);
  });
});
