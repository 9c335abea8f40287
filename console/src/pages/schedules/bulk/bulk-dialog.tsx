// Pauses, resumes or cancels many schedules: first a preview of the count, then the operation, then its report.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asProblem } from '../../../api/problem';
import { whole } from '../../../format/length';
import { ErrorPanel } from '../../../ui/error-panel';
import { common } from '../../../ui/strings';
import { endOf, NO_END, PauseLength } from '../../schedule/actions/pause-length';
import { ResumeChoice, type ResumeFrom } from '../../schedule/actions/resume-choice';
import { bulkStrings as strings } from '../strings';
import { BulkReport } from './bulk-report';
import { type BulkAction, type BulkSelection, previewBulk, type BulkOperation, run } from './operation';

interface BulkDialogProps {
  action: BulkAction;
  chosen: BulkSelection;
  onClose: (hasChanged: boolean) => void;
}

export function BulkDialog({ action, chosen, onClose }: BulkDialogProps) {
  const [note, setNote] = useState('');
  const [duration, setDuration] = useState(NO_END);
  const [from, setFrom] = useState<ResumeFrom>('now');
  const [done, setDone] = useState(0);
  const stop = useRef(new AbortController());
  const { verb, done: word, description } = strings.actions[action];
  const preview = useQuery({ queryKey: ['bulk', action, chosen], queryFn: () => previewBulk(action, chosen), gcTime: 0, staleTime: Infinity });
  const plan = preview.data;
  const acting = useMutation({
    mutationFn: async () => {
      const operation: BulkOperation = { action, note: note.trim() || null };
      if (action === 'pause') operation.until = endOf(duration, Date.now());
      if (action === 'resume') operation.from = from;
      stop.current = new AbortController();
      return run({ operation, chosen: plan?.ids ? { ids: plan.ids } : chosen, signal: stop.current.signal, onProgress: setDone });
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    acting.mutate();
  };
  const close = () => {
    stop.current.abort();
    onClose(acting.data !== undefined || acting.isPending);
  };
  const count = plan ? `${whole(plan.count)}${plan.isCut ? '+' : ''}` : '…';
  const problem = preview.error ?? acting.error;
  return (
    <Modal opened onClose={close} title={strings.title(verb)}>
      {acting.data ? (
        <BulkReport report={acting.data} word={word} onClose={close} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <div role="status">
              <Text fw={600}>{plan ? strings.wouldChange(count, word) : common.counting}</Text>
              {plan && plan.left > 0 && <Text c="dimmed">{strings.unaffected(plan.left)}</Text>}
              <Text c="dimmed">{description}</Text>
            </div>
            {action === 'pause' && <PauseLength duration={duration} onChange={setDuration} />}
            {action === 'resume' && <ResumeChoice from={from} onChange={setFrom} />}
            <Textarea
              label={common.note}
              description={strings.noteDescription}
              data-autofocus
              maxLength={2048}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {problem && <ErrorPanel problem={asProblem(problem)} />}
            <Group justify="flex-end" gap="xs">
              {acting.isPending && <Text role="status">{strings.progress(done, count)}</Text>}
              <Button variant="default" onClick={acting.isPending ? () => stop.current.abort() : close}>
                {acting.isPending ? strings.stop : common.cancel}
              </Button>
              <Button type="submit" color={action === 'cancel' ? 'red' : undefined} loading={acting.isPending} disabled={!plan || plan.count === 0}>
                {strings.submit(verb, count)}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
