// Fields that identify a schedule: ID, description and labels.
import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { common } from '../../../ui/strings';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { strings } from '../strings';

export function NameFields({ draft, set, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <div className={classes.stack}>
      {isNew && (
        <TextInput
          className={classes.mono}
          label={strings.id}
          description={strings.idDescription}
          placeholder={strings.idPlaceholder}
          pattern="[A-Za-z0-9_\-]{1,128}"
          value={draft.id}
          onChange={(event) => set({ id: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={common.description}
        placeholder={common.purposePlaceholder}
        autosize
        minRows={1}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TagsInput
        label={common.labels}
        description={common.labelsDescription}
        placeholder={strings.labelsPlaceholder}
        value={draft.labels}
        onChange={(labels) => set({ labels })}
      />
    </div>
  );
}
