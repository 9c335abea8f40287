// Twelve months whose days can be toggled. Tab reaches one day; the arrow keys move to the others.
import { useRef, useState } from 'react';
import { useNowText } from '../../ui/now';
import { type CalendarDraft, dayOffReason } from './calendar-draft';
import { strings } from './strings';
import { dateNow, addDays, monthsOf, formatDate } from './year';
import classes from './year-grid.module.css';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface YearGridProps {
  year: number;
  draft: CalendarDraft;
  onToggle: (date: string) => void;
}

export function YearGrid({ year, draft, onToggle }: YearGridProps) {
  const today = useNowText(dateNow);
  const first = today.startsWith(String(year)) ? today : `${year}-01-01`;
  const [chosen, choose] = useState(first);
  const focusable = chosen.startsWith(String(year)) ? chosen : first;
  const gridRef = useRef<HTMLDivElement>(null);
  const moveFocus = (event: React.KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = addDays(focusable, step);
    if (!next.startsWith(String(year))) return;
    choose(next);
    gridRef.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };
  return (
    // Key events of the days bubble up to this element.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.year} ref={gridRef} onKeyDown={moveFocus}>
      {monthsOf(year).map(({ name, blanks, days }) => (
        <section key={name} className={classes.month} aria-label={`${name} ${year}`}>
          <h3>{name}</h3>
          <div className={classes.days}>
            {strings.weekdayLetters.map((letter, index) => (
              // Letters repeat, so the index is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className={classes.letter} aria-hidden="true">
                {letter}
              </span>
            ))}
            {days.map((date, index) => {
              const off = dayOffReason(draft, date);
              return (
                <button
                  type="button"
                  key={date}
                  data-date={date}
                  data-off={off}
                  data-today={date === today || undefined}
                  data-first={index === 0 ? blanks : undefined}
                  tabIndex={date === focusable ? 0 : -1}
                  aria-pressed={off === 'date'}
                  aria-label={`${formatDate(date)}${off ? strings.off[off] : ''}`}
                  onFocus={() => choose(date)}
                  onClick={() => onToggle(date)}
                >
                  {index + 1}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
