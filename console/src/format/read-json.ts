// Parses JSON typed by users.
import { Problem } from '../api/problem';
import { strings } from './strings';

/**
 * Returns the parsed value, or null for an empty text. Throws a `Problem` for invalid JSON, before a request is
 * sent.
 */
export function readJson(path: string, text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = strings.notJson(path, error instanceof Error ? error.message : strings.unknownError);
    throw new Problem({ code: 'bad_json', status: 0, detail, path });
  }
}
