// Indicator of whether the page receives live events.
import { Tooltip } from '@mantine/core';
import { useConnectionState } from '../../events/use-events';
import classes from './connection-indicator.module.css';

const TEXTS = {
  open: { word: 'Live', description: 'This page follows the server as it happens.' },
  waiting: { word: 'Reconnecting', description: 'The server does not answer. What you see may be old; this page keeps trying.' },
  closed: { word: 'Resting', description: 'The page was not looked at.' },
};

export function ConnectionIndicator() {
  const link = useConnectionState();
  const { word, description } = TEXTS[link];
  return (
    <Tooltip label={description}>
      <span className={classes.light} data-link={link} role="status">
        <i aria-hidden="true" />
        {word}
      </span>
    </Tooltip>
  );
}
