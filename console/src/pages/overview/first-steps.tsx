// First steps on a server without schedules.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../ui/icons';
import classes from './overview-page.module.css';
import { strings } from './strings';

export function FirstSteps() {
  return (
    <section className={classes.first} aria-label={strings.firstSteps}>
      <div>
        <h2>{strings.noSchedules}</h2>
        <p>{strings.noSchedulesText}</p>
      </div>
      <Button component={Link} to="/new" leftSection={<IconPlus />}>
        {strings.newSchedule}
      </Button>
    </section>
  );
}
