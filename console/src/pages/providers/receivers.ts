// Who receives what a provider sends, as breakers name them. The server has no list of its breakers, so they are found where receivers
// are named: in schedules, and in the configuration by those who may read it.
import type { Value } from '../../api/config';

/** What is sent, as far as it says who receives it. */
interface Sent {
  provider: string;
  target?: string | undefined;
}

type Settings = { [name: string]: Value } | undefined;

/** Of what kind a provider is; without a configuration its name says it. */
export function kindOf(name: string, settings: Settings): string {
  const kind = settings?.['kind'];
  return typeof kind === 'string' ? kind : name;
}

/** The receiver of what is sent; none when it cannot be known from here. */
export function receiverOf(kind: string, sent: Sent, settings: Settings): string | undefined {
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

/** The receivers of a provider, each once, in order. */
export function receiversOf(name: string, sent: Sent[], settings: Settings): string[] {
  const kind = kindOf(name, settings);
  const own = receiverOf(kind, { provider: name }, settings);
  // Where a target names the receiver, a provider without one has none.
  const hasOne = kind === 'log' || kind === 'handler' || (own !== undefined && own !== '');
  const named = sent.filter(({ provider }) => provider === name).map((each) => receiverOf(kind, each, settings));
  const all = new Set([...(hasOne && own !== undefined ? [own] : []), ...named.filter((each) => each !== undefined)]);
  return [...all].toSorted();
}

function hostOf(target: string): string | undefined {
  // What stands in for a name comes only behind the host.
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
