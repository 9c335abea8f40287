// The current selection and its operations, at the bottom of the window while there is a selection.
import { Button } from '@mantine/core';
import { whole } from '../../../format/length';
import { GuardedButton } from '../../../ui/guarded-button';
import classes from '../schedules-page.module.css';
import type { BulkAction } from './operation';

interface SelectionBarProps {
  count: number;
  isAll: boolean;
  /** Whether more schedules match than are selected, so that selecting all of them makes sense. */
  hasMore: boolean;
  onAll: () => void;
  onNone: () => void;
  onAsk: (action: BulkAction) => void;
}

export function SelectionBar({ count, isAll, hasMore, onAll, onNone, onAsk }: SelectionBarProps) {
  return (
    <section className={classes.selection} aria-label="Chosen schedules">
      <strong role="status">{isAll ? 'All that match' : `${whole(count)} chosen`}</strong>
      {!isAll && hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          Choose all that match
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onNone}>
        Choose none
      </Button>
      <span className={classes.spring} />
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" onClick={() => onAsk('pause')}>
        Pause…
      </GuardedButton>
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" onClick={() => onAsk('resume')}>
        Resume…
      </GuardedButton>
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" color="red" onClick={() => onAsk('cancel')}>
        Cancel…
      </GuardedButton>
    </section>
  );
}
