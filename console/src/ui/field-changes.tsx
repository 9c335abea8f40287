// Changed fields of a definition, with old and new values.
import { formatPath } from '../format/fields';
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
          <code>{formatPath(path)}</code>
          {was !== undefined && <del dir="auto">{formatValue(was)}</del>}
          {now !== undefined && <ins dir="auto">{formatValue(now)}</ins>}
        </li>
      ))}
    </ul>
  );
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
