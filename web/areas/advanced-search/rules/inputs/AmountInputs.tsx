import { NumberInput, type NumberInputProps } from '@mantine/core';

interface AmountInputProps extends Pick<NumberInputProps, 'label' | 'max' | 'w'> {
  value: number | undefined;
  onChange(value: number | undefined): void;
}

/** How many must satisfy a rule. */
export function CountInput({ value, onChange, ...input }: AmountInputProps) {
  return (
    <NumberInput
      size="xs"
      min={1}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(count) => onChange(count === '' ? undefined : Number(count) || 1)}
      {...input}
    />
  );
}

/** The percentage that must satisfy a rule. */
export function PercentInput({ value, onChange, ...input }: AmountInputProps) {
  return (
    <NumberInput
      size="xs"
      label="f %"
      min={0}
      max={100}
      clampBehavior="strict"
      value={value ?? ''}
      onChange={(percent) => onChange(percent === '' ? undefined : Number(percent) || 0)}
      {...input}
    />
  );
}
