import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 500;

interface LateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** after a pause in typing */
  onLate(value: string): void;
}

/** What was said comes back as the address reads it: without spaces around it, `0.` as 0. */
function isSame(said: string, value: string): boolean {
  return said === value || (said !== '' && value !== '' && Number(said) === Number(value));
}

/** A field whose value stands in the address, which it changes only after a pause in typing. */
export function LateInput({ value, onLate, ...rest }: LateInputProps) {
  const [typed, setTyped] = useState(value);
  const said = useRef(value);
  const sayLate = useDebouncedCallback((text: string) => {
    said.current = text;
    onLate(text);
  }, TYPING_MS);
  // The address may change under the field: back button, links. Somebody who is typing is not interrupted.
  useEffect(() => {
    if (isSame(said.current, value)) return;
    said.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      size="xs"
      {...rest}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        sayLate(event.currentTarget.value.trim());
      }}
    />
  );
}
