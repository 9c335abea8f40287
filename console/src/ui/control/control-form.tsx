// Form of one control document: its name if it is new, its fields and its operations.
import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ControlDocument } from '../../api/controls';
import { asProblem, Problem } from '../../api/problem';
import { Confirm } from '../confirm';
import { ErrorPanel } from '../error-panel';
import { GuardedButton } from '../guarded-button';
import { RelativeTime } from '../instant';
import { Phrase } from '../phrase';
import { common, controlStrings } from '../strings';
import type { ControlEditor } from './control-drawer';
import classes from './control-form.module.css';

const EDITOR = { role: 'editor' } as const;

interface ControlFormProps<T, D> {
  editor: ControlEditor<T, D>;
  control: ControlDocument<T> | undefined;
  onClose: () => void;
  onReload: () => void;
}

export function ControlForm<T, D>({ editor, control, onClose, onReload }: ControlFormProps<T, D>) {
  const { family, noun, removal } = editor;
  const [name, setName] = useState(control?.name ?? '');
  const [draft, setDraft] = useState(() => editor.toDraft(control?.definition ?? undefined));
  const [isRemoving, setRemoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A stored control is read after the drawer has opened, so the drawer cannot focus its first field.
  useEffect(() => {
    const [first] = form.current?.elements ?? [];
    if (first instanceof HTMLElement) first.focus();
  }, []);
  const client = useQueryClient();
  const leave = (message: string) => {
    notifications.show({ title: name, message });
    void client.invalidateQueries({ queryKey: [family.kind] });
    onClose();
  };
  const saving = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: controlStrings.nameMissing(noun) });
      return family.save(name.trim(), editor.toDefinition(draft), control?.version);
    },
    onSuccess: () => leave(controlStrings.saved),
  });
  const problem = saving.error && asProblem(saving.error);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {!control && (
        <TextInput
          className={classes.mono}
          label={common.name}
          description={common.nameDescription}
          data-autofocus
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {editor.renderFields(draft, (part) => setDraft((before) => ({ ...before, ...part })))}
      {problem && (
        <ErrorPanel problem={problem}>
          {problem.isConflict && control && (
            <Button size="xs" variant="default" mt="xs" onClick={onReload}>
              {common.reloadAndDiscard}
            </Button>
          )}
        </ErrorPanel>
      )}
      <footer className={classes.foot}>
        {control && (
          <>
            <GuardedButton need={EDITOR} variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {removal.verb}…
            </GuardedButton>
            <span className={classes.version}>
              <Phrase text={controlStrings.version(control.version)} parts={{ time: <RelativeTime at={control.updated_at} /> }} />
            </span>
          </>
        )}
        <GuardedButton need={EDITOR} loading={saving.isPending} className={classes.save}>
          {control ? common.save : controlStrings.add(noun)}
        </GuardedButton>
      </footer>
      {isRemoving && control && (
        <Confirm
          title={`${removal.verb} ${control.name}`}
          verb={removal.verb}
          isDangerous
          hasNote={false}
          act={() => family.remove(control.name, control.version)}
          onDone={() => leave(controlStrings.deleted)}
          onClose={() => setRemoving(false)}
        >
          {removal.description}
        </Confirm>
      )}
    </form>
  );
}
