// Receivers of a provider, named as breakers name them. The server has no list of breakers. So receivers are
// taken from schedules and, if the user may read it, from the configuration.
import type { Value } from '../../api/config';

/** The part of an action that determines its receiver. */
interface SentAction {
  provider: string;
  target?: string | undefined;
}

type Settings = { [name: string]: Value } | undefined;

/** Returns the kind of a provider. Without a configuration, the kind is its name. */
export function kindOf(name: string, settings: Settings): string {
  const kind = settings?.['kind'];
  return typeof kind === 'string' ? kind : name;
}

/** Returns the receiver of an action, or undefined if it cannot be determined here. */
export function receiverOf(kind: string, sent: SentAction, settings: Settings): string | undefined {
  switch (kind) {
    case 'webhook':
      return hostOf(sent.target ?? '');
    case 'queue':
    case 'command':
      return sent.target ?? '';
    case 'log':
    case 'handler':
      return '';
    default:
      return serverOf(settings);
  }
}

/** Returns the distinct receivers of a provider, sorted. */
export function receiversOf(name: string, sent: SentAction[], settings: Settings): string[] {
  const kind = kindOf(name, settings);
  const own = receiverOf(kind, { provider: name }, settings);
  // If the target names the receiver, a provider without a target has none.
  const hasOne = kind === 'log' || kind === 'handler' || (own !== undefined && own !== '');
  const named = sent.filter(({ provider }) => provider === name).map((each) => receiverOf(kind, each, settings));
  const all = new Set([...(hasOne && own !== undefined ? [own] : []), ...named.filter((each) => each !== undefined)]);
  return [...all].toSorted();
}

function hostOf(target: string): string | undefined {
  // Placeholders are allowed only after the host.
  const address = target.replaceAll(/[{}]/g, '_');
  return URL.canParse(address) ? new URL(address).hostname || undefined : undefined;
}

function serverOf(settings: Settings): string | undefined {
  const url = settings?.['url'];
  if (typeof url === 'string') {
    const rest = url.includes('://') ? url.slice(url.indexOf('://') + 3) : url;
    return rest.split(/[/?#]/)[0]?.split('@').at(-1) || undefined;
  }
  const [host, port] = [settings?.['host'], settings?.['port']];
  return typeof host === 'string' && typeof port === 'number' ? `${host}:${port}` : undefined;
}
