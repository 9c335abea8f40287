// The recent runs of a schedule: one bar each, newest at the right, with a text summary for screen readers.
import { memo } from 'react';
import type { Recent } from '../api/schedules';
import { bars, summary } from '../format/recent';
import classes from './sparkline.module.css';

const PLACES = 20;
const STEP = 5;
const WIDTH = 4;
const HEIGHT = 20;

export const Sparkline = memo(function Sparkline({ rows }: { rows: Recent[] }) {
  const shown = rows.slice(-PLACES);
  const empty = PLACES - shown.length;
  return (
    <svg className={classes.line} width={PLACES * STEP - 1} height={HEIGHT} role="img" aria-label={summary(shown)}>
      {Array.from({ length: empty }, (_, place) => (
        <rect key={place} className={classes.none} x={place * STEP} y={HEIGHT - 2} width={WIDTH} height={1} />
      ))}
      {bars(shown).map(({ id, tone, height, description }, index) => {
        const high = Math.max(3, Math.round(height * HEIGHT));
        return (
          <rect key={id} data-tone={tone} x={(empty + index) * STEP} y={HEIGHT - high} width={WIDTH} height={high} rx={1}>
            <title>{description}</title>
          </rect>
        );
      })}
    </svg>
  );
});
