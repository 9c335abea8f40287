// Parses JSON typed by users.
import { Problem } from '../api/problem';

/**
 * Returns the parsed value, or null for an empty text. Throws a `Problem` for invalid JSON, before a request is
 * sent.
 */
export function readJson(path: string, text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = `${path} is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`;
    throw new Problem({ code: 'bad_json', status: 0, detail, path });
  }
}
