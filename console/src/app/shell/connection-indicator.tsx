// Indicator of whether the page receives live events.
import { Tooltip } from '@mantine/core';
import { useConnectionState } from '../../events/use-events';
import classes from './connection-indicator.module.css';
import { connectionStrings } from './strings';

export function ConnectionIndicator() {
  const link = useConnectionState();
  const { word, description } = connectionStrings[link];
  return (
    <Tooltip label={description}>
      <span className={classes.light} data-link={link} role="status">
        <i aria-hidden="true" />
        {word}
      </span>
    </Tooltip>
  );
}
