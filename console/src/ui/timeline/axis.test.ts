import { expect, it } from 'vitest';
import { axis } from './axis';

const texts = (from: string, until: string, zone: string) => axis(Date.parse(from), Date.parse(until), zone).map(({ text }) => text);

it('a day has a tick every third hour of its zone', () => {
  expect(texts('2026-11-15T23:00:00Z', '2026-11-16T23:00:00Z', 'Europe/Berlin')).toEqual(['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
  expect(texts('2026-11-16T10:10:00Z', '2026-11-17T10:10:00Z', 'Asia/Kolkata')[0]).toBe('18:00');
});

it('a week has a tick per day', () => {
  expect(texts('2026-11-16T00:00:00Z', '2026-11-19T00:00:00Z', 'UTC')).toEqual(['Mon 16', 'Tue 17', 'Wed 18']);
});
