import { TextInput, type TextInputProps } from '@mantine/core';
import { useLateText } from '../../ui/feedback/use-late-text.ts';

const TYPING_MS = 500;

interface LateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** after a pause in typing, without spaces around it */
  onLate(value: string): void;
}

/** What was said comes back as the address reads it: without spaces around it, `0.` as 0. */
function isSame(said: string, value: string): boolean {
  const text = said.trim();
  return text === value || (text !== '' && value !== '' && Number(text) === Number(value));
}

/** A field whose value stands in the address, which it changes only after a pause in typing. */
export function LateInput({ value, onLate, ...rest }: LateInputProps) {
  const { typed, type } = useLateText({
    value,
    pauseMs: TYPING_MS,
    onLate: (text) => onLate(text.trim()),
    isSame,
  });
  return (
    <TextInput size="xs" {...rest} value={typed} onChange={(event) => type(event.currentTarget.value)} />
  );
}
