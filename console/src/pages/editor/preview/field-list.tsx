// Fields of the definition changed by an edit, with old and new values.
import type { Field } from '../../../format/fields';
import { FieldChanges } from '../../../ui/field-changes';
import { previewStrings as strings } from '../strings';
import classes from './preview-panel.module.css';

export function FieldList({ fields }: { fields: Field[] }) {
  if (fields.length === 0) return <p className={classes.gap}>{strings.noChanges}</p>;
  return (
    <section className={classes.change} aria-label={strings.yourChanges}>
      <h3>{strings.yourChanges}</h3>
      <FieldChanges changes={fields.map(({ path, was, mine }) => ({ path, was, now: mine }))} />
    </section>
  );
}
