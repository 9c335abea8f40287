// Fields that identify a schedule: ID, description and labels.
import { TagsInput, Textarea, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

export function NameFields({ draft, set, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <div className={classes.stack}>
      {isNew && (
        <TextInput
          className={classes.mono}
          label="Id"
          description="Letters, digits, - and _; made up when empty. It stays the same for good."
          placeholder="daily-digest"
          pattern="[A-Za-z0-9_\-]{1,128}"
          value={draft.id}
          onChange={(event) => set({ id: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Description"
        placeholder="What it is for"
        autosize
        minRows={1}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TagsInput
        label="Labels"
        description="As name:value, Enter after each."
        placeholder="team:billing"
        value={draft.labels}
        onChange={(labels) => set({ labels })}
      />
    </div>
  );
}
