import { expect, it } from 'vitest';
import { lines } from './settings';

it('lists every value with its path', () => {
  const found = lines({ server: { bind: '127.0.0.1:7433', tls: null, hosts: [] }, schedule: [{ id: 'digest' }], providers: {} });
  expect(found).toEqual([
    { path: 'server.bind', text: '127.0.0.1:7433' },
    { path: 'server.tls', text: '–' },
    { path: 'server.hosts', text: 'none' },
    { path: 'schedule', text: 'digest' },
    { path: 'providers', text: 'none' },
  ]);
});
