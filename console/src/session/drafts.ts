// What is being written, kept in this tab until it is saved, dropped, or whoever wrote it signs out.

const PREFIX = 'refrain-draft ';

export function readDraft<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or forbidden: what is written is on the page all the same.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Nothing of it may be seen by whoever comes next. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
