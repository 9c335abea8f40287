import { expect, it } from 'vitest';
import { zoneNames } from './zones';

it('accepts typed zone names that the browser does not list', () => {
  expect(zoneNames('UTC')[0]).toBe('UTC');
  expect(zoneNames('UTC', 'US/Eastern')).toContain('US/Eastern');
  expect(zoneNames('UTC', '+05:30')[0]).toBe('+05:30');
  expect(zoneNames('Mars/Base')[0]).toBe('Mars/Base');
  expect(zoneNames('UTC', 'new york')[0]).toBe('UTC');
});
