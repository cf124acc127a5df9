import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedText } from '../../ui/feedback/use-debounced-text.ts';

const TYPING_MS = 500;

interface DebouncedInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** called after a pause in typing, with the trimmed text */
  onSettled(value: string): void;
}

/** The address may normalize the text: trimmed, `0.` as 0. */
function isSame(sent: string, value: string): boolean {
  const text = sent.trim();
  return text === value || (text !== '' && value !== '' && Number(text) === Number(value));
}

/** A field whose value is in the address, updated after a pause in typing. */
export function DebouncedInput({ value, onSettled, ...rest }: DebouncedInputProps) {
  const { typed, type } = useDebouncedText({
    value,
    pauseMs: TYPING_MS,
    onSettled: (text) => onSettled(text.trim()),
    isSame,
  });
  return (
    <TextInput size="xs" {...rest} value={typed} onChange={(event) => type(event.currentTarget.value)} />
  );
}
