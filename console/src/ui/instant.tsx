// Times: relative, exact in their own zone, and exact in the user's zone. The zone is always shown.
import { Tooltip } from '@mantine/core';
import { exact, ownZone, relative, short } from '../format/instant';
import classes from './instant.module.css';
import { useNowText } from './now';

interface TimeProps {
  at: string;
  /** Zone of the time. Default: the user's zone. */
  zone?: string | undefined;
}

/** `in 5m`, with the exact time on hover. */
export function RelativeTime({ at, zone }: TimeProps) {
  const text = useNowText((now) => relative(at, now));
  return (
    <Tooltip label={<TimeTooltip at={at} zone={zone} />}>
      <time dateTime={at} className="number" title="">
        {text}
      </time>
    </Tooltip>
  );
}

/** `in 5m`, for rows rendered while scrolling. */
export function LightTime({ at, zone }: TimeProps) {
  const text = useNowText((now) => relative(at, now));
  const shown = zone ?? ownZone();
  return (
    <time dateTime={at} className="number" title={`${exact(at, shown)} ${shown}`}>
      {text}
    </time>
  );
}

/** `16 Nov 09:00 Europe/Paris`, without a tooltip: for rows rendered while scrolling. */
export function ExactTime({ at, zone }: { at: string; zone: string }) {
  const text = useNowText((now) => short(at, zone, now));
  return (
    <time dateTime={at} className={classes.exact}>
      <span className="number">{text}</span> {zone}
    </time>
  );
}

/** `16 Nov 09:00 Europe/Paris`, with the exact time on hover. */
export function ZonedTime({ at, zone }: TimeProps) {
  const shown = zone ?? ownZone();
  const text = useNowText((now) => short(at, shown, now));
  return (
    <Tooltip label={<TimeTooltip at={at} zone={zone} />}>
      <time dateTime={at} className={classes.time}>
        <span className="number">{text}</span> <span className={classes.zone}>{shown}</span>
      </time>
    </Tooltip>
  );
}

/** The exact time in its own zone and, if different, in the user's zone. */
function TimeTooltip({ at, zone }: TimeProps) {
  const own = ownZone();
  return (
    <span className={classes.both}>
      {zone && zone !== own && (
        <span>
          {exact(at, zone)} {zone}
        </span>
      )}
      <span>
        {exact(at, own)} {own}
      </span>
    </span>
  );
}
