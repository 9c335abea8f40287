// Warnings about valid but probably unintended recurrences, and the dates affected by a DST change.
import type { Preview } from '../../../api/preview';
import { exact } from '../../../format/instant';
import { previewStrings as strings } from '../strings';
import classes from './preview-panel.module.css';

export function WarningList({ preview }: { preview: Preview }) {
  const { warnings, timezone } = preview;
  // Leaves out dates that a warning already mentions.
  const dates = preview.dst_dates.filter(({ message }) => !warnings.some((warning) => warning.message.includes(message)));
  if (warnings.length + dates.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label={strings.warnings}>
      {warnings.map((warning) => (
        <li key={warning.code + warning.message}>
          {warning.message} {warning.hint}
        </li>
      ))}
      {dates.map((date) => (
        <li key={date.at}>{strings.warning(exact(date.at, timezone), date.message)}</li>
      ))}
    </ul>
  );
}
