// Preview of the draft: its description, the upcoming occurrences in two zones, warnings, and the effect of an
// edit.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PreviewRequest, previewQuery } from '../../../api/preview';
import { asProblem, type Problem } from '../../../api/problem';
import type { Field } from '../../../format/fields';
import { ownZone } from '../../../format/instant';
import { ErrorPanel } from '../../../ui/error-panel';
import { Panel } from '../../../ui/panel';
import type { Draft } from '../draft';
import { previewStrings as strings } from '../strings';
import { definitionOfDraft } from '../to-definition';
import { ChangeList } from './change-list';
import { FieldList } from './field-list';
import { MiniCalendar } from './mini-calendar';
import classes from './preview-panel.module.css';
import { RunList } from './run-list';
import { WarningList } from './warning-list';

interface PreviewPanelProps {
  draft: Draft;
  against: string | undefined;
  changed: Field[] | undefined;
}

export function PreviewPanel({ draft, against, changed }: PreviewPanelProps) {
  const { definition, problem } = useMemo(() => read(draft, against), [draft, against]);
  const query = previewQuery(definition ?? ({} as PreviewRequest), against, ownZone());
  const { data, error } = useQuery({ ...query, enabled: definition !== undefined, placeholderData: keepPreviousData });
  const shownProblem = problem ?? (error ? asProblem(error) : undefined);
  return (
    <Panel title={strings.title} flush>
      <div className={classes.preview} aria-live="polite">
        {shownProblem && <ErrorPanel problem={shownProblem} />}
        {!shownProblem && data && (
          <>
            <p className={classes.sentence}>{data.description}</p>
            {data.min_gap && <p className={classes.gap}>{strings.minGap(data.min_gap.text)}</p>}
            {changed && <FieldList fields={changed} />}
            {data.change && <ChangeList change={data.change} zone={data.timezone} />}
            <MiniCalendar preview={data} />
            <RunList preview={data} />
            <WarningList preview={data} />
          </>
        )}
      </div>
    </Panel>
  );
}

function read(draft: Draft, against: string | undefined): { definition?: PreviewRequest; problem?: Problem } {
  try {
    const id = draft.id.trim();
    const named = against === undefined && id ? { id } : {};
    return { definition: { ...definitionOfDraft(draft), ...named } };
  } catch (error) {
    return { problem: asProblem(error) };
  }
}
