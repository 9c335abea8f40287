// First steps on a server without schedules.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../ui/icons';
import classes from './overview-page.module.css';

export function FirstSteps() {
  return (
    <section className={classes.first} aria-label="First steps">
      <div>
        <h2>Nothing recurs yet</h2>
        <p>
          A schedule says when something happens and what is sent then. Every occurrence is recorded once, fires in its own time zone, and ends with a
          reason that you can ask for.
        </p>
      </div>
      <Button component={Link} to="/new" leftSection={<IconPlus />}>
        New schedule
      </Button>
    </section>
  );
}
