// Drafts, kept in this tab until they are saved or discarded, or until the user signs out.

const PREFIX = 'refrain-draft ';

export function readDraft<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(name: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden. The draft is still on the page.
  }
}

export function removeDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Without access to storage, there is nothing to remove.
  }
}

/** Removes all drafts, so that the next user cannot see them. */
export function removeDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
