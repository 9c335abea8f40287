import { expect, it } from 'vitest';
import { receiversOf } from './receivers';

it('receivers of webhooks are distinct hosts', () => {
  const sent = [
    { provider: 'webhook', target: 'https://b.example:8443/hooks/{{period_key}}' },
    { provider: 'webhook', target: 'https://b.example/other' },
    { provider: 'webhook', target: 'https://a.example' },
    { provider: 'webhook', target: 'no address' },
    { provider: 'queue', target: 'reports' },
  ];
  expect(receiversOf('webhook', sent, undefined)).toEqual(['a.example', 'b.example']);
  expect(receiversOf('queue', sent, undefined)).toEqual(['reports']);
});

it('an in-process provider has one receiver without a name', () => {
  expect(receiversOf('log', [], undefined)).toEqual(['']);
});

it('a broker is its own receiver, without its password', () => {
  expect(receiversOf('bus', [], { kind: 'nats', url: 'nats://user:***@bus.example:4222/x' })).toEqual(['bus.example:4222']);
  expect(receiversOf('mail', [], { kind: 'email', host: 'smtp.example', port: 587 })).toEqual(['smtp.example:587']);
  expect(receiversOf('bus', [], undefined)).toEqual([]);
});
