// Which parts of the definition an edit changes, from what to what.
import { type Field, type Json, told } from '../merge/fields';
import classes from './preview-panel.module.css';

export function FieldList({ fields }: { fields: Field[] }) {
  if (fields.length === 0) return <p className={classes.gap}>Nothing of the definition is changed yet.</p>;
  return (
    <section className={classes.change} aria-label="What you changed">
      <h3>What you changed</h3>
      <ul className={classes.fields}>
        {fields.map(({ path, was, mine }) => (
          <li key={path}>
            <code>{told(path)}</code>
            {was !== undefined && <del dir="auto">{shown(was)}</del>}
            {mine !== undefined && <ins dir="auto">{shown(mine)}</ins>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
