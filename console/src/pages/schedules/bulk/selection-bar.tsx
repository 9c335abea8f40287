// The current selection and its operations, at the bottom of the window while there is a selection.
import { Button } from '@mantine/core';
import { GuardedButton } from '../../../ui/guarded-button';
import classes from '../schedules-page.module.css';
import { bulkStrings as strings } from '../strings';
import type { BulkAction } from './operation';

interface SelectionBarProps {
  count: number;
  isAll: boolean;
  /** Whether more schedules match than are selected, so that selecting all of them makes sense. */
  hasMore: boolean;
  onAll: () => void;
  onNone: () => void;
  onAction: (action: BulkAction) => void;
}

export function SelectionBar({ count, isAll, hasMore, onAll, onNone, onAction }: SelectionBarProps) {
  return (
    <section className={classes.selection} aria-label={strings.selection}>
      <strong role="status">{isAll ? strings.allMatching : strings.selected(count)}</strong>
      {!isAll && hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {strings.selectAll}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onNone}>
        {strings.clear}
      </Button>
      <span className={classes.spring} />
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" onClick={() => onAction('pause')}>
        {strings.pauseDialog}
      </GuardedButton>
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" onClick={() => onAction('resume')}>
        {strings.resumeDialog}
      </GuardedButton>
      <GuardedButton need={{ role: 'operator' }} size="compact-sm" variant="default" color="red" onClick={() => onAction('cancel')}>
        {strings.stopDialog}
      </GuardedButton>
    </section>
  );
}
