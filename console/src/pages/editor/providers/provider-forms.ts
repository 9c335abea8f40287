// Form of each provider: its target, its metadata fields, and the shape of its payload.
import { providerStrings as texts } from './strings';

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
    target: texts.webhook.url,
    metadata: [
      { name: 'webhook.method', ...texts.webhook.method, choices: ['POST', 'PUT'] },
      { name: 'webhook.body', ...texts.webhook.body, choices: ['envelope', 'payload'] },
      { name: 'webhook.header.Authorization', ...texts.webhook.authorization },
      { name: 'webhook.sign_with', ...texts.webhook.signWith },
    ],
    payload: [],
    sample: PERIOD,
  },
  queue: {
    target: texts.queue.queue,
    metadata: [
      { name: 'queue.priority', ...texts.queue.priority, choices: ['', 'high', 'normal', 'low'] },
      { name: 'queue.max_attempts', ...texts.queue.attempts },
    ],
    payload: [],
    sample: PERIOD,
  },
  email: {
    metadata: [],
    payload: [
      { name: 'to', ...texts.email.to },
      { name: 'subject', ...texts.email.subject },
      { name: 'text', ...texts.email.text },
    ],
    sample: { to: texts.email.to.placeholder, subject: texts.email.subject.placeholder, text: texts.email.text.placeholder },
  },
  nats: { target: texts.nats, metadata: [], payload: [], sample: PERIOD },
  amqp: { target: texts.amqp, metadata: [], payload: [], sample: PERIOD },
  redis_stream: { target: texts.redis_stream, metadata: [], payload: [], sample: PERIOD },
  celery: {
    target: texts.celery.task,
    metadata: [{ name: 'celery.queue', ...texts.celery.queue }],
    payload: [],
    sample: { args: [], kwargs: PERIOD },
  },
  command: { target: texts.command, metadata: [], payload: [], sample: { format: 'pdf' } },
  log: { metadata: [], payload: [], sample: PERIOD },
};
const OTHER: ProviderForm = { target: texts.other, metadata: [], payload: [] };

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
