// Indicator of whether the page receives live events.
import { Tooltip } from '@mantine/core';
import { useLink } from '../../events/use-events';
import classes from './link-light.module.css';

const TEXTS = {
  open: { word: 'Live', told: 'This page follows the server as it happens.' },
  waiting: { word: 'Reconnecting', told: 'The server does not answer. What you see may be old; this page keeps trying.' },
  closed: { word: 'Resting', told: 'The page was not looked at.' },
};

export function LinkLight() {
  const link = useLink();
  const { word, told } = TEXTS[link];
  return (
    <Tooltip label={told}>
      <span className={classes.light} data-link={link} role="status">
        <i aria-hidden="true" />
        {word}
      </span>
    </Tooltip>
  );
}
