// Flattens settings: one path and one text per value.
import type { Value } from '../api/config';

export interface Line {
  path: string;
  text: string;
}

/** Returns all leaf values. A list is one leaf. */
export function lines(value: Value | undefined, path = ''): Line[] {
  if (value === undefined) return [];
  if (value === null) return [{ path, text: '–' }];
  if (Array.isArray(value)) return [{ path, text: value.length === 0 ? 'none' : value.map(formatItem).join(', ') }];
  if (typeof value !== 'object') return [{ path, text: String(value) }];
  const parts = Object.entries(value);
  if (parts.length === 0) return path ? [{ path, text: 'none' }] : [];
  return parts.flatMap(([name, part]) => lines(part, path ? `${path}.${name}` : name));
}

function formatItem(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const name = 'name' in value ? value['name'] : 'id' in value ? value['id'] : undefined;
  return typeof name === 'string' ? name : JSON.stringify(value);
}
