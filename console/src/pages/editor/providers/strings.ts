// Texts of the forms of the providers.

export const providerStrings = {
  webhook: {
    url: { label: 'URL', description: 'URL of the request', placeholder: 'https://example.com/hooks/digest' },
    method: { label: 'Method', description: 'HTTP method' },
    body: { label: 'Body', description: 'The payload in an envelope with details of the run, or the payload only' },
    authorization: { label: 'Authorization', description: 'HTTP header. Secrets are inserted when it’s sent', placeholder: 'Bearer {{secret.token}}' },
    signWith: { label: 'Sign with', description: 'Names of secrets, separated by commas', placeholder: 'hook-key' },
  },
  queue: {
    queue: { label: 'Queue', description: 'A new name creates a queue', placeholder: 'reports' },
    priority: { label: 'Priority in the queue', description: 'Default: the schedule’s priority' },
    attempts: { label: 'Attempts in the queue', description: 'Total tries before it becomes a dead letter', placeholder: '5' },
  },
  email: {
    to: { label: 'To', description: 'Email address', placeholder: 'team@example.com' },
    subject: { label: 'Subject', description: 'May contain placeholders such as {{period_key}}', placeholder: 'Report for {{period_key}}' },
    text: { label: 'Text', description: 'Body of the email', placeholder: 'The report is ready.' },
  },
  nats: { label: 'Subject', description: 'Subject of a JetStream stream', placeholder: 'reports.daily' },
  amqp: { label: 'Routing key', description: 'A queue must be bound to it', placeholder: 'reports' },
  redis_stream: { label: 'Stream', description: 'Key of the stream', placeholder: 'reports' },
  celery: {
    task: { label: 'Task', description: 'Name of the task', placeholder: 'reports.tasks.build' },
    queue: { label: 'Queue', description: 'Default: the provider’s queue', placeholder: 'celery' },
  },
  command: { label: 'Program', description: 'Name in the operator’s catalog', placeholder: 'report' },
  other: { label: 'Target', description: 'Format depends on the provider', placeholder: '' },
} as const;
