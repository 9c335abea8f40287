// First steps on a server without schedules.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../ui/icons';
import { common } from '../../ui/strings';
import classes from './overview-page.module.css';
import { strings } from './strings';

export function FirstSteps() {
  return (
    <section className={classes.first} aria-label={strings.firstSteps}>
      <div>
        <h2>{common.noSchedules}</h2>
        <p>{common.noSchedulesText}</p>
      </div>
      <Button component={Link} to="/new" leftSection={<IconPlus />}>
        {common.newSchedule}
      </Button>
    </section>
  );
}
