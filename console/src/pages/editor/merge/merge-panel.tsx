// Panel for concurrent edits: both changes side by side, field by field, and the ways to merge them.
import { Button, Group, Radio } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Field, type Json, type Side, formatPath, defaultSide } from '../../../format/fields';
import { IconWarning } from '../../../ui/icons';
import { mergeStrings as strings } from '../strings';
import classes from './merge-panel.module.css';

interface MergePanelProps {
  id: string;
  revision: number;
  fields: Field[];
  onMerge: (sides: Map<string, Side>) => void;
  onMine: () => void;
  onTheirs: () => void;
}

export function MergePanel({ id, revision, fields, onMerge, onMine, onTheirs }: MergePanelProps) {
  const [sides, setSides] = useState(new Map<string, Side>());
  const panel = useRef<HTMLElement>(null);
  // After saving, the user's focus is elsewhere on the page.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
  }, []);
  const conflicts = fields.filter(({ isConflict }) => isConflict).length;
  return (
    <section ref={panel} className={classes.panel} role="alert" aria-label={strings.title}>
      <header className={classes.head}>
        <IconWarning />
        <div>
          <strong>{strings.changed(id, revision)}</strong>
          <p>
            {conflicts === 0 ? strings.noConflicts : strings.conflicts(conflicts)}
          </p>
        </div>
      </header>
      <div className={classes.scroll}>
        <table className={classes.fields}>
          <thead>
            <tr>
              <th scope="col">{strings.field}</th>
              <th scope="col">{strings.original}</th>
              <th scope="col">{strings.theirs}</th>
              <th scope="col">{strings.mine}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const side = sides.get(field.path) ?? defaultSide(field);
              const choose = (chosen: Side) => setSides((before) => new Map(before).set(field.path, chosen));
              return (
                <tr key={field.path} data-both={field.isConflict || undefined}>
                  <th scope="row">{formatPath(field.path)}</th>
                  <td>{formatValue(field.was)}</td>
                  {(['theirs', 'mine'] as const).map((one) => (
                    <td key={one} data-taken={side === one || undefined}>
                      <Radio
                        size="xs"
                        name={`merge ${field.path}`}
                        label={<span dir="auto">{formatValue(field[one])}</span>}
                        aria-label={strings.keep(formatPath(field.path), one)}
                        checked={side === one}
                        onChange={() => choose(one)}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Group gap="xs">
        <Button size="xs" onClick={() => onMerge(sides)}>
          {strings.merge}
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          {strings.keepMine}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {strings.keepTheirs}
        </Button>
      </Group>
    </section>
  );
}

function formatValue(value: Json): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
