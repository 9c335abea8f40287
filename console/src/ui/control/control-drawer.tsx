// Drawer for one control document, new or opened by name. It reads the document again, saves only over the
// version it read, and deletes after confirmation.
import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ControlDocument, ControlKind } from '../../api/controls';
import { asProblem, Problem } from '../../api/problem';
import { ErrorPanel } from '../error-panel';
import { common, controlStrings } from '../strings';
import { ControlForm } from './control-form';
import classes from './control-form.module.css';

export interface ControlEditor<T, D> {
  /** Singular name of the kind, such as `hold`. */
  noun: string;
  family: ControlKind<T>;
  toDraft: (definition: T | undefined) => D;
  /** May throw a `Problem` that says what is missing. */
  toDefinition: (draft: D) => T;
  renderFields: (draft: D, set: (part: Partial<D>) => void) => ReactNode;
  /** Verb of the delete operation and a description of its effect. */
  removal: { verb: string; description: string };
}

interface ControlDrawerProps<T, D> {
  editor: ControlEditor<T, D>;
  /** Absent for a new document. */
  name: string | undefined;
  onClose: () => void;
}

export function ControlDrawer<T, D>({ editor, name, onClose }: ControlDrawerProps<T, D>) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={name ?? controlStrings.new(editor.noun)}
      classNames={{ title: classes.title }}
    >
      {name === undefined ? (
        <ControlForm editor={editor} control={undefined} onClose={onClose} onReload={onClose} />
      ) : (
        <StoredControl editor={editor} name={name} onClose={onClose} />
      )}
    </Drawer>
  );
}

function StoredControl<T, D>({ editor, name, onClose }: ControlDrawerProps<T, D> & { name: string }) {
  // No refetch while editing: the content must not change under the user. The server rejects an outdated edit;
  // then the user reloads.
  const query = useQuery({ ...editor.family.one(name), gcTime: 0, refetchOnMount: 'always', refetchOnReconnect: false });
  const { data: control, error, dataUpdatedAt } = query;
  if (error && !control) return <ErrorPanel problem={asProblem(error)} />;
  if (!control) return <div aria-busy="true" />;
  if (!control.definition) return <UnreadableControl control={control} onClose={onClose} />;
  return <ControlForm key={dataUpdatedAt} editor={editor} control={control} onClose={onClose} onReload={() => void query.refetch()} />;
}

function UnreadableControl({ control, onClose }: { control: ControlDocument<unknown>; onClose: () => void }) {
  const detail = control.problem ?? common.unreadable;
  return (
    <ErrorPanel problem={new Problem({ code: 'unreadable', status: 0, detail, hint: controlStrings.unreadableHint })}>
      <Button size="xs" variant="default" onClick={onClose}>
        {common.close}
      </Button>
    </ErrorPanel>
  );
}
