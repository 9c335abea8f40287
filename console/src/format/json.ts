// Validates JSON typed by users and locates the error.

export interface JsonFault {
  detail: string;
  /** Line number, starting at 1. */
  line: number;
  column: number;
  /** Offset of the error in the text. */
  at: number;
  /** Text of the line with the error. */
  text: string;
}

/** Returns the first error in a text, or undefined if the text is valid JSON or empty. */
export function jsonFault(text: string): JsonFault | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const at = positionOf(reason, text);
    const before = text.slice(0, at).split('\n');
    const line = before.length;
    return { detail: withoutPosition(reason), line, column: (before.at(-1)?.length ?? 0) + 1, at, text: text.split('\n')[line - 1] ?? '' };
  }
}

/**
 * Returns the offset of the error. Each browser describes the position differently; a message without a position
 * means the end.
 */
function positionOf(reason: string, text: string): number {
  const lined = /line (\d+) column (\d+)/.exec(reason);
  if (lined) {
    const before = text.split('\n').slice(0, Number(lined[1]) - 1);
    return Math.min(text.length, before.reduce((sum, line) => sum + line.length + 1, 0) + Number(lined[2]) - 1);
  }
  const counted = /position (\d+)/.exec(reason);
  if (counted) return Math.min(text.length, Number(counted[1]));
  const token = /^Unexpected token '(.)'/u.exec(reason)?.[1];
  const found = token ? text.indexOf(token) : -1;
  return found < 0 ? text.length : found;
}

/** Removes the position from the message, because it is shown separately. */
function withoutPosition(reason: string): string {
  return reason.replace(/^JSON\.parse: /, '').replace(/,? "[^]*" is not valid JSON$/, '').replace(/ in JSON at position.*$| at line.*$/, '');
}
