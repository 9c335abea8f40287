// JSON as people write it: what is wrong with it, and where.

export interface JsonFault {
  detail: string;
  /** From 1. */
  line: number;
  column: number;
  /** Where that is in the text. */
  at: number;
  /** The line it is in. */
  text: string;
}

/** What keeps a text from being JSON; nothing when it is JSON or empty. */
export function jsonFault(text: string): JsonFault | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const at = placeOf(said, text);
    const before = text.slice(0, at).split('\n');
    const line = before.length;
    return { detail: plainly(said), line, column: (before.at(-1)?.length ?? 0) + 1, at, text: text.split('\n')[line - 1] ?? '' };
  }
}

/** Browsers name the place each in their own way; one that names none means the end. */
function placeOf(said: string, text: string): number {
  const lined = /line (\d+) column (\d+)/.exec(said);
  if (lined) {
    const before = text.split('\n').slice(0, Number(lined[1]) - 1);
    return Math.min(text.length, before.reduce((sum, line) => sum + line.length + 1, 0) + Number(lined[2]) - 1);
  }
  const counted = /position (\d+)/.exec(said);
  if (counted) return Math.min(text.length, Number(counted[1]));
  const token = /^Unexpected token '(.)'/u.exec(said)?.[1];
  const found = token ? text.indexOf(token) : -1;
  return found < 0 ? text.length : found;
}

/** Without the place, which is told beside it. */
function plainly(said: string): string {
  return said.replace(/^JSON\.parse: /, '').replace(/,? "[^]*" is not valid JSON$/, '').replace(/ in JSON at position.*$| at line.*$/, '');
}
