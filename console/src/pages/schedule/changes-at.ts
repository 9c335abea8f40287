// What a revision changed in the definition.
import { changedFields } from '../../format/fields';
import type { FieldChange } from '../../ui/field-changes';

type Change = { definition?: object | null };

/** Of revisions, the latest first, what the one at a place changed. The first of all changed nothing; nor did a pause. */
export function changesAt(revisions: Change[], at: number): FieldChange[] {
  const now = revisions[at]?.definition;
  const was = revisions.slice(at + 1).find(({ definition }) => definition)?.definition;
  if (!now || !was) return [];
  return changedFields(was, was, now).map(({ path, was: before, mine }) => ({ path, was: before, now: mine }));
}
