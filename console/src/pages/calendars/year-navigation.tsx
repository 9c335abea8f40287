// Buttons for the previous and the next year.
import { ActionIcon } from '@mantine/core';
import { IconChevron } from '../../ui/icons';
import classes from './calendars-page.module.css';
import { strings } from './strings';

export function YearNavigation({ year, onChoose }: { year: number; onChoose: (year: number) => void }) {
  return (
    <span className={classes.years}>
      <ActionIcon variant="subtle" color="gray" aria-label={strings.previousYear(year - 1)} className={classes.back} onClick={() => onChoose(year - 1)}>
        <IconChevron />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={strings.nextYear(year + 1)} onClick={() => onChoose(year + 1)}>
        <IconChevron />
      </ActionIcon>
    </span>
  );
}
