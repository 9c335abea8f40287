// Duration and start delay of the last runs: one bar each, oldest at the left.
import type { Occurrence } from '../../../api/ledger';
import { exact } from '../../../format/instant';
import { length } from '../../../format/length';
import { stateText, tone } from '../../../format/words';
import { Panel } from '../../../ui/panel';
import { median } from './cadence';
import { strings } from './strings';
import classes from './trends.module.css';

export function RunsChart({ rows, zone }: { rows: Occurrence[]; zone: string }) {
  const started = rows.filter(({ started_at }) => started_at).toReversed();
  const durations = started.filter(({ ended_at }) => ended_at).map((row) => bar(row, row.started_at, row.ended_at));
  const delays = started.filter(({ attempt, trigger }) => attempt === 1 && trigger === 'schedule').map((row) => bar(row, row.due_at, row.started_at));
  return (
    <Panel title={strings.runs} beside={<span className={classes.quiet}>{strings.runsBeside(started.length, zone)}</span>}>
      {started.length === 0 ? (
        <p className={classes.quiet}>{strings.noRuns}</p>
      ) : (
        <div className={classes.charts}>
          {durations.length > 0 && <Bars name={strings.duration} bars={durations} zone={zone} />}
          {delays.length > 0 && <Bars name={strings.startDelay} bars={delays} zone={zone} />}
        </div>
      )}
    </Panel>
  );
}

interface Bar {
  row: Occurrence;
  value: number;
}

function bar(row: Occurrence, from: string | null | undefined, to: string | null | undefined): Bar {
  return { row, value: Math.max(0, Date.parse(to ?? '') - Date.parse(from ?? '')) };
}

const WIDTH = 8;
const HEIGHT = 72;
/** Minimum number of bar positions, so that few bars are as wide as many. */
const PLACES_MIN = 40;

function Bars({ name, bars, zone }: { name: string; bars: Bar[]; zone: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const medianValue = median(bars.map(({ value }) => value)) ?? 0;
  const places = Math.max(PLACES_MIN, bars.length);
  const height = (value: number) => Math.max(1.5, (HEIGHT * value) / most);
  const summary = strings.summary(length(medianValue), length(most));
  return (
    <figure className={classes.chart}>
      <figcaption>
        <b>{name}</b>
        <span className="number">{summary}</span>
      </figcaption>
      <svg viewBox={`0 0 ${places * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={strings.chartLabel(name, summary)}>
        {bars.map(({ row, value }, index) => (
          <rect
            key={row.id}
            x={(places - bars.length + index) * WIDTH}
            y={HEIGHT - height(value)}
            width={WIDTH - 2}
            height={height(value)}
            data-tone={tone(row.state)}
          >
            <title>{strings.bar(exact(row.nominal_at, zone), zone, length(value), stateText(row.state))}</title>
          </rect>
        ))}
        <line x1={0} x2={places * WIDTH} y1={HEIGHT - height(medianValue)} y2={HEIGHT - height(medianValue)} vectorEffect="non-scaling-stroke" />
      </svg>
    </figure>
  );
}
