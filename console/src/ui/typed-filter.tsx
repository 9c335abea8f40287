// A text filter that reports its value when typing pauses.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 200;

interface TypedFilterProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  icon?: ReactNode;
}

export function TypedFilter({ label, placeholder, value, onChange, icon }: TypedFilterProps) {
  const [text, setText] = useState(value ?? '');
  const reported = useRef(value ?? '');
  const report = useDebouncedCallback((typed: string) => {
    reported.current = typed.trim();
    onChange(typed.trim() || undefined);
  }, PAUSE_MS);
  useEffect(() => {
    // The value was changed from outside, by a link or by browser navigation, so the input follows.
    if ((value ?? '') !== reported.current) {
      reported.current = value ?? '';
      setText(value ?? '');
    }
  }, [value]);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      title={label}
      leftSection={icon}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
