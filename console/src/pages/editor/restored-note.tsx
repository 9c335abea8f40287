// Note that a stored draft was restored, with a button that discards it.
import { Button } from '@mantine/core';
import classes from './editor.module.css';
import { strings } from './strings';

export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={classes.restored} role="status">
      <span>{strings.restored}</span>
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        {strings.discard}
      </Button>
    </div>
  );
}
