// Confirmation dialog with an optional note for the audit log.
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asProblem } from '../api/problem';
import { ErrorPanel } from './error-panel';
import { common } from './strings';

interface ConfirmProps {
  title: string;
  /** What will happen, in one or two sentences. */
  children: ReactNode;
  verb: string;
  isDangerous?: boolean;
  /** Whether a note can be added. */
  hasNote?: boolean;
  /** Where the note is shown. */
  noteDescription?: string;
  /**
   * Whether the change is shown before the server confirms it. The dialog closes immediately, and reopens with
   * the user's input if the server rejects the change.
   */
  isOptimistic?: boolean;
  act: (note: string | null) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { title, children, verb, isDangerous = false, hasNote = true, isOptimistic = false, act, onDone, onClose } = props;
  const { noteDescription = common.noteDescription } = props;
  const [note, setNote] = useState('');
  const acting = useMutation({ mutationFn: () => act(note.trim() || null), onSuccess: onDone });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    acting.mutate();
  };
  return (
    <Modal opened={!(isOptimistic && acting.isPending)} onClose={onClose} title={title} keepMounted>
      <form onSubmit={submit}>
        <Stack gap="md">
          <div>{children}</div>
          {hasNote && (
            <Textarea
              label={common.note}
              description={noteDescription}
              data-autofocus
              maxLength={2048}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
          {acting.error && <ErrorPanel problem={asProblem(acting.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color={isDangerous ? 'red' : undefined} loading={acting.isPending}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
