// The form and its preview. When typing pauses, the server computes the preview.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { asProblem } from '../../api/problem';
import type { Field } from '../../format/fields';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import type { Draft } from './draft';
import classes from './editor.module.css';
import { ActionFields } from './fields/action-fields';
import { NameFields } from './fields/name-fields';
import { PolicyFields } from './fields/policy-fields';
import { RecurrenceFields } from './fields/recurrence-fields';
import { PreviewPanel } from './preview/preview-panel';
import { strings } from './strings';

const PREVIEW_AFTER_MS = 300;

export interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

interface EditorProps {
  draft: Draft;
  onChange: Dispatch<SetStateAction<Draft>>;
  saving: UseMutationResult<unknown, Error, void>;
  verb: string;
  /** ID of the stored schedule that is edited; absent for a new one. */
  against?: string;
  /** Fields changed by the edit so far. */
  changed?: Field[];
}

export function Editor({ draft, onChange, saving, verb, against, changed }: EditorProps) {
  const [settled] = useDebouncedValue(draft, PREVIEW_AFTER_MS);
  const set = (part: Partial<Draft>) => onChange((before) => ({ ...before, ...part }));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className={classes.editor} onSubmit={submit}>
      <div className={classes.fields}>
        <Panel title={strings.when}>
          <RecurrenceFields draft={draft} set={set} />
        </Panel>
        <Panel title={strings.action}>
          <ActionFields draft={draft} set={set} />
        </Panel>
        <Panel title={strings.identity}>
          <NameFields draft={draft} set={set} isNew={against === undefined} />
        </Panel>
        <Panel title={strings.policies}>
          <PolicyFields draft={draft} set={set} />
        </Panel>
      </div>
      <aside className={classes.aside} aria-label={strings.preview}>
        <Button type="submit" loading={saving.isPending} fullWidth>
          {verb}
        </Button>
        {saving.error && (
          <ErrorPanel problem={asProblem(saving.error)}>
            {asProblem(saving.error).isTransient && <p>{strings.retrySave(verb)}</p>}
          </ErrorPanel>
        )}
        <PreviewPanel draft={settled} against={against} changed={changed} />
      </aside>
    </form>
  );
}
