// A state as a word with a color. The word alone conveys the state.
import { stateText, tone } from '../format/words';
import classes from './status-badge.module.css';

export function StatusBadge({ state }: { state: string }) {
  return (
    <span className={classes.badge} data-tone={tone(state)} data-state={state}>
      <i aria-hidden="true" />
      {stateText(state)}
    </span>
  );
}
