// Changed fields of a definition, with old and new values.
import { told } from '../format/fields';
import classes from './field-changes.module.css';

export interface FieldChange {
  path: string;
  was: unknown;
  now: unknown;
}

export function FieldChanges({ changes }: { changes: FieldChange[] }) {
  return (
    <ul className={classes.fields}>
      {changes.map(({ path, was, now }) => (
        <li key={path}>
          <code>{told(path)}</code>
          {was !== undefined && <del dir="auto">{shown(was)}</del>}
          {now !== undefined && <ins dir="auto">{shown(now)}</ins>}
        </li>
      ))}
    </ul>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
