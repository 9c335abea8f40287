// Form of each provider: its target, its metadata fields, and the shape of its payload.

export interface FormField {
  name: string;
  label: string;
  description: string;
  placeholder?: string;
  /** All allowed values; the first is the default. */
  choices?: string[];
}

export interface ProviderForm {
  target?: { label: string; description: string; placeholder: string };
  /** Fields stored in the action's metadata. */
  metadata: FormField[];
  /** Fields stored in the payload. */
  payload: FormField[];
  /** Example payload. */
  sample?: unknown;
}

const PERIOD = { period: '{{period_key}}' };
const FORMS: Record<string, ProviderForm> = {
  webhook: {
    target: { label: 'URL', description: 'Where the request goes', placeholder: 'https://example.com/hooks/digest' },
    metadata: [
      { name: 'webhook.method', label: 'Method', description: 'Of the request', choices: ['POST', 'PUT'] },
      { name: 'webhook.body', label: 'Body', description: 'The payload with what it belongs to, or alone', choices: ['envelope', 'payload'] },
      { name: 'webhook.header.Authorization', label: 'Authorization', description: 'A header; secrets are filled in when it is sent', placeholder: 'Bearer {{secret.token}}' },
      { name: 'webhook.sign_with', label: 'Signed with', description: 'Names of secrets, with commas between', placeholder: 'hook-key' },
    ],
    payload: [],
    sample: PERIOD,
  },
  queue: {
    target: { label: 'Queue', description: 'It is there with its first item', placeholder: 'reports' },
    metadata: [
      { name: 'queue.priority', label: 'Priority in the queue', description: 'Default: the priority of the schedule', choices: ['', 'high', 'normal', 'low'] },
      { name: 'queue.max_attempts', label: 'Attempts in the queue', description: 'Before it is a dead letter', placeholder: '5' },
    ],
    payload: [],
    sample: PERIOD,
  },
  email: {
    metadata: [],
    payload: [
      { name: 'to', label: 'To', description: 'An address', placeholder: 'team@example.com' },
      { name: 'subject', label: 'Subject', description: 'Names in {{…}} are filled in', placeholder: 'Report for {{period_key}}' },
      { name: 'text', label: 'Text', description: 'The mail itself', placeholder: 'It is ready.' },
    ],
    sample: { to: 'team@example.com', subject: 'Report for {{period_key}}', text: 'It is ready.' },
  },
  nats: { target: { label: 'Subject', description: 'Of a JetStream stream', placeholder: 'reports.daily' }, metadata: [], payload: [], sample: PERIOD },
  amqp: { target: { label: 'Routing key', description: 'A queue must take it', placeholder: 'reports' }, metadata: [], payload: [], sample: PERIOD },
  redis_stream: { target: { label: 'Stream', description: 'Its key', placeholder: 'reports' }, metadata: [], payload: [], sample: PERIOD },
  celery: {
    target: { label: 'Task', description: 'Its name', placeholder: 'reports.tasks.build' },
    metadata: [{ name: 'celery.queue', label: 'Queue', description: 'Default: the queue of the provider', placeholder: 'celery' }],
    payload: [],
    sample: { args: [], kwargs: PERIOD },
  },
  command: { target: { label: 'Program', description: 'Its name in the operator’s catalogue', placeholder: 'report' }, metadata: [], payload: [], sample: { format: 'pdf' } },
  log: { metadata: [], payload: [], sample: PERIOD },
};
const OTHER: ProviderForm = { target: { label: 'Target', description: 'In the provider’s own terms', placeholder: '' }, metadata: [], payload: [] };

export function formOf(provider: string): ProviderForm {
  return FORMS[provider] ?? OTHER;
}

/** Returns a text field of the payload: empty if it is absent, undefined if it is not a text. */
export function textIn(payload: string, name: string): string | undefined {
  const found = objectOf(payload)?.[name];
  return found === undefined ? '' : typeof found === 'string' ? found : undefined;
}

export function withText(payload: string, name: string, value: string): string {
  const { [name]: _, ...rest } = objectOf(payload) ?? {};
  return JSON.stringify(value ? { ...objectOf(payload), [name]: value } : rest, null, 2);
}

function objectOf(payload: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = payload.trim() === '' ? {} : JSON.parse(payload);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
