// A time as people need it: relative, exact in its own zone, and in theirs. The zone is always said.
import { Tooltip } from '@mantine/core';
import { exact, ownZone, relative, short } from '../format/instant';
import classes from './instant.module.css';
import { useNowText } from './now';

interface Shown {
  at: string;
  /** The zone that the time belongs to; that of whoever looks when there is none. */
  zone?: string | undefined;
}

/** `in 5m`, with the exact time on hover and for readers of the screen. */
export function RelativeTime({ at, zone }: Shown) {
  const text = useNowText((now) => relative(at, now));
  return (
    <Tooltip label={<Both at={at} zone={zone} />}>
      <time dateTime={at} className="number" title="">
        {text}
      </time>
    </Tooltip>
  );
}

/** `in 5m`, for rows that are drawn while they scroll by. */
export function LightTime({ at, zone }: Shown) {
  const text = useNowText((now) => relative(at, now));
  const shown = zone ?? ownZone();
  return (
    <time dateTime={at} className="number" title={`${exact(at, shown)} ${shown}`}>
      {text}
    </time>
  );
}

/** `16 Nov 09:00 Europe/Paris`, without anything on hover: for rows that are drawn while they scroll by. */
export function ExactTime({ at, zone }: { at: string; zone: string }) {
  const text = useNowText((now) => short(at, zone, now));
  return (
    <time dateTime={at} className={classes.exact}>
      <span className="number">{text}</span> {zone}
    </time>
  );
}

/** `16 Nov 09:00 Europe/Paris` */
export function ZonedTime({ at, zone }: Shown) {
  const shown = zone ?? ownZone();
  const text = useNowText((now) => short(at, shown, now));
  return (
    <Tooltip label={<Both at={at} zone={zone} />}>
      <time dateTime={at} className={classes.time}>
        <span className="number">{text}</span> <span className={classes.zone}>{shown}</span>
      </time>
    </Tooltip>
  );
}

/** The exact time in the zone it belongs to, and in that of whoever looks where it is another. */
function Both({ at, zone }: Shown) {
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
