// Fields of the definition changed by an edit, with old and new values.
import type { Field } from '../../../format/fields';
import { FieldChanges } from '../../../ui/field-changes';
import classes from './preview-panel.module.css';

export function FieldList({ fields }: { fields: Field[] }) {
  if (fields.length === 0) return <p className={classes.gap}>Nothing of the definition is changed yet.</p>;
  return (
    <section className={classes.change} aria-label="What you changed">
      <h3>What you changed</h3>
      <FieldChanges changes={fields.map(({ path, was, mine }) => ({ path, was, now: mine }))} />
    </section>
  );
}
