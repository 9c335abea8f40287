// Note that a stored draft was restored, with a button that discards it.
import { Button } from '@mantine/core';
import classes from './editor.module.css';

export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={classes.restored} role="status">
      <span>What you had written here and not saved is back.</span>
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        Begin anew
      </Button>
    </div>
  );
}
