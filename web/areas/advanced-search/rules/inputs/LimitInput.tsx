import { TextInput } from '@mantine/core';
import { type Ref, useEffect, useState } from 'react';

interface LimitInputProps {
  label: string;
  limit: number;
  /** the least number allowed; by default every number above 0 */
  smallest?: number;
  largest: number;
  ref?: Ref<HTMLInputElement>;
  onChange(limit: number): void;
}

/** The limit of a P, q or correlation. Accepts numbers such as `1e-10`; other text leaves the rule unchanged. */
export function LimitInput({ label, limit, smallest, largest, ref = null, onChange }: LimitInputProps) {
  const [typed, setTyped] = useState(String(limit));
  const isLimit = (text: string) => {
    const number = Number(text);
    const isLargeEnough = smallest === undefined ? number > 0 : number >= smallest;
    return text.trim() !== '' && isLargeEnough && number <= largest;
  };
  const allowed = smallest === undefined ? `above 0, at most ${largest}` : `from ${smallest} to ${largest}`;
  useEffect(() => setTyped((before) => (Number(before) === limit ? before : String(limit))), [limit]);
  return (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      ref={ref}
      error={isLimit(typed) ? null : `A number ${allowed}`}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (isLimit(value)) onChange(Number(value));
      }}
    />
  );
}
