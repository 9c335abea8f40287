// Backfills a range: first a preview, then, after confirmation, the backfill itself.
import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/client';
import { asProblem, Problem } from '../../../api/problem';
import { schedules } from '../../../api/schedules';
import { fromWallClock, toWallClock } from '../../../format/wall-clock';
import { ErrorPanel } from '../../../ui/error-panel';
import { common } from '../../../ui/strings';
import { BackfillPlan } from './backfill-plan';
import type { DialogProps } from './schedule-actions';
import { backfillStrings as strings } from './strings';

const DAY_MS = 86_400_000;
const REPROCESS_OPTIONS = [
  { value: 'none', label: strings.modes.none },
  { value: 'failed', label: strings.modes.failed },
  { value: 'completed', label: strings.modes.completed },
] as const;

export function BackfillDialog({ schedule, onDone, onClose }: DialogProps) {
  const zone = schedule.spec?.timezone ?? 'UTC';
  const [from, setFrom] = useState<string | null>(() => toWallClock(new Date(Date.now() - DAY_MS).toISOString(), zone));
  const [to, setTo] = useState<string | null>(() => toWallClock(new Date().toISOString(), zone));
  const [reprocess, setReprocess] = useState<Schemas['ReprocessMode']>('none');
  const [note, setNote] = useState('');
  const requestBody = (confirm: string | null) => {
    if (!from || !to) throw new Problem({ code: 'missing', status: 0, detail: strings.rangeMissing });
    return { from: fromWallClock(from, zone), to: fromWallClock(to, zone), reprocess, note: note.trim() || null, confirm };
  };
  const preview = useMutation({ mutationFn: async () => schedules.backfill(schedule.id, requestBody(null)) });
  const confirmed = useMutation({ mutationFn: async (token: string) => schedules.backfill(schedule.id, requestBody(token)), onSuccess: onDone });
  const plan = preview.data;
  // A change of the input requires a new preview: the token is valid only for the previewed range.
  const change = <T,>(set: (value: T) => void) => (value: T) => {
    set(value);
    preview.reset();
  };
  const error = confirmed.error ?? preview.error;
  return (
    <Modal opened onClose={onClose} title={strings.title(schedule.id)}>
      <Stack gap="sm">
        <Text>{strings.text}</Text>
        <Group grow>
          <DateTimePicker label={common.inZone(common.from, zone)} value={from} onChange={change(setFrom)} />
          <DateTimePicker label={common.inZone(strings.to, zone)} value={to} onChange={change(setTo)} />
        </Group>
        <Select
          label={strings.run}
          allowDeselect={false}
          data={[...REPROCESS_OPTIONS]}
          value={reprocess}
          onChange={(value) => change(setReprocess)(REPROCESS_OPTIONS.find((one) => one.value === value)?.value ?? 'none')}
        />
        <TextInput label={common.note} value={note} maxLength={2048} onChange={(event) => change(setNote)(event.currentTarget.value)} />
        {plan && <BackfillPlan plan={plan} zone={zone} />}
        {error && <ErrorPanel problem={asProblem(error)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          {plan?.confirm ? (
            <Button loading={confirmed.isPending} disabled={plan.new + plan.reopened === 0} onClick={() => plan.confirm && confirmed.mutate(plan.confirm)}>
              {strings.submit(plan.new + plan.reopened)}
            </Button>
          ) : (
            <Button loading={preview.isPending} onClick={() => preview.mutate()}>
              {strings.preview}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
