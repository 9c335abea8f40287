// Changes of a revision to the definition.
import { changedFields } from '../../format/fields';
import type { FieldChange } from '../../ui/field-changes';

type Change = { definition?: object | null };

/**
 * Returns the changes of the revision at an index. Revisions are sorted newest first. The first revision of a
 * schedule has no changes, and neither has a pause.
 */
export function changesAt(revisions: Change[], at: number): FieldChange[] {
  const now = revisions[at]?.definition;
  const was = revisions.slice(at + 1).find(({ definition }) => definition)?.definition;
  if (!now || !was) return [];
  return changedFields(was, was, now).map(({ path, was: before, mine }) => ({ path, was: before, now: mine }));
}
