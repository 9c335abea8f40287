// Keeps a draft in this tab until it is saved or discarded. The draft survives an expired session, a reload and
// an unreachable server.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { removeDraft, storeDraft, readDraft } from '../../session/drafts';

interface StoredDraft<T> {
  value: T;
  set: Dispatch<SetStateAction<T>>;
  /** Whether the value is a stored draft from before this page was opened. */
  isRestored: boolean;
  /** Discards the stored draft and starts with the given value. */
  discard: (again: T) => void;
}

export function useStoredDraft<T extends object>(name: string, begin: () => T): StoredDraft<T> {
  const [{ value, isRestored, isTouched }, setEntry] = useState(() => {
    const found = readDraft<T>(name);
    return { value: found ?? begin(), isRestored: found !== undefined, isTouched: found !== undefined };
  });
  useEffect(() => {
    if (isTouched) storeDraft(name, value);
  }, [name, value, isTouched]);
  const set = (next: SetStateAction<T>) =>
    setEntry((before) => ({ ...before, isTouched: true, value: typeof next === 'function' ? next(before.value) : next }));
  const discard = (again: T) => {
    removeDraft(name);
    setEntry({ value: again, isRestored: false, isTouched: false });
  };
  return { value, set, isRestored, discard };
}
