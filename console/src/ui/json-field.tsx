// Input for JSON. Errors are shown while typing, with line, column and a button that moves the cursor there.
import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { jsonFault } from '../format/json';
import classes from './json-field.module.css';
import { jsonStrings } from './strings';

interface JsonFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  minRows?: number;
}

export function JsonField({ label, description, value, onChange, required = false, minRows = 3 }: JsonFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const fault = jsonFault(value);
  const go = () => {
    field.current?.focus();
    if (fault) field.current?.setSelectionRange(fault.at, Math.min(value.length, fault.at + 1));
  };
  const format = () => {
    if (!fault && value.trim()) onChange(JSON.stringify(JSON.parse(value), null, 2));
  };
  return (
    <div>
      <Textarea
        ref={field}
        className={classes.json}
        label={label}
        description={description}
        required={required}
        autosize
        minRows={minRows}
        maxRows={24}
        spellCheck={false}
        value={value}
        error={fault ? jsonStrings.error(fault.line, fault.column, fault.detail) : undefined}
        onBlur={format}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fault && (
        <div className={classes.fault}>
          <pre aria-hidden="true">
            {fault.text}
            {'\n'}
            {' '.repeat(fault.column - 1)}^
          </pre>
          <Button size="compact-xs" variant="default" onClick={go}>
            {jsonStrings.goToError}
          </Button>
        </div>
      )}
    </div>
  );
}
