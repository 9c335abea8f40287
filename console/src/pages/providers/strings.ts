// Texts of the providers page.
import { plural } from '../../format/length';

export const strings = {
  title: 'Providers',
  lead: 'Delivery channels. A circuit breaker stops calls to a receiver that keeps failing.',
  cut: (count: number) => `Receivers of the first ${plural(count, 'schedule')} are shown. Use “Find a breaker” for others.`,
  empty: 'No providers on this node',
  emptyText: 'Other nodes may have providers.',
  unused: 'not used',
  breakersOf: (provider: string) => `Breakers of ${provider}`,
  breaker: 'Circuit breaker',
  hidden: (count: number) => `${plural(count, 'more receiver')} not shown. Use “Find a breaker” to see ${count === 1 ? 'it' : 'them'}.`,
  find: 'Find a breaker',
  findSubmit: 'Find',
  receiver: 'Receiver',
  receiverDescription: 'A host, a queue, or a server with its port',
  receiverPlaceholder: 'api.example.com',
  defaultReceiver: 'default',
  receiverWords: { webhook: 'Host', queue: 'Queue', command: 'Command' } as Record<string, string>,
  description: 'Sends actions.',
  descriptions: {
    webhook: 'Sends signed HTTP requests. Each host is a separate receiver.',
    queue: 'Puts work items into Refrain’s queues, exactly once, in the transaction of the run.',
    log: 'Writes actions to the server log. Useful for testing.',
    handler: 'Calls a function of the program that embeds Refrain.',
    email: 'Sends email through an SMTP server.',
    nats: 'Publishes to a NATS server.',
    amqp: 'Publishes to an AMQP broker.',
    redis_stream: 'Appends to a Redis stream.',
    celery: 'Sends tasks to Celery workers.',
    command: 'Runs a program of the operator’s catalog, without a shell.',
  } as Record<string, string>,
  breakerText: (failures: string, recovery: string, successes: string) =>
    `Its circuit breakers open after ${failures} consecutive failures, retry after ${recovery}, and close after ${successes} successful deliveries.`,
  fallback: (provider: string) => `While a breaker is open, ${provider} sends the actions.`,
} as const;

export const breakerStrings = {
  noteDescription: 'Saved in the audit log and shown on the breaker.',
  tripDialog: 'Trip…',
  trip: 'Trip',
  tripTitle: (receiver: string) => `Trip the breaker of ${receiver}`,
  tripText: 'No calls are made to this receiver until the breaker is reset. Due actions wait, or go to the fallback provider if one is set.',
  resetDialog: 'Reset…',
  reset: 'Reset',
  resetTitle: (receiver: string) => `Reset the breaker of ${receiver}`,
  resetText: 'Waiting actions are sent immediately. If the receiver still fails, the breaker opens again.',
  failures: (count: number) => `${plural(count, 'failure')} in a row`,
  successes: (count: number) => `${plural(count, 'success', 'successes')} in a row`,
  retried: 'retry {time}',
} as const;
