// Settings as lines: a path and a text for each value.
import type { Value } from '../api/config';

export interface Line {
  path: string;
  text: string;
}

/** Every single value below a value; a list is one of them. */
export function lines(value: Value | undefined, path = ''): Line[] {
  if (value === undefined) return [];
  if (value === null) return [{ path, text: '–' }];
  if (Array.isArray(value)) return [{ path, text: value.length === 0 ? 'none' : value.map(told).join(', ') }];
  if (typeof value !== 'object') return [{ path, text: String(value) }];
  const parts = Object.entries(value);
  if (parts.length === 0) return path ? [{ path, text: 'none' }] : [];
  return parts.flatMap(([name, part]) => lines(part, path ? `${path}.${name}` : name));
}

function told(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const name = 'name' in value ? value['name'] : 'id' in value ? value['id'] : undefined;
  return typeof name === 'string' ? name : JSON.stringify(value);
}
