// Labels as typed by users.

/** `team:billing` → `{ team: 'billing' }`. A word without a colon gets an empty value. */
export function labelsOf(texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(':');
      return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
    }),
  );
}

/** `{ team: 'billing' }` → `team:billing`. */
export function labelTexts(labels: Record<string, string> | null | undefined): string[] {
  return Object.entries(labels ?? {}).map(([name, value]) => (value ? `${name}:${value}` : name));
}
