// JSON as people type it.
import { Problem } from '../api/problem';

/** What a text says; nothing when it is empty. What cannot be read is told before the server is asked. */
export function readJson(path: string, text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = `${path} is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`;
    throw new Problem({ code: 'bad_json', status: 0, detail, path });
  }
}
