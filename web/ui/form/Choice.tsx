import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';

interface ChoiceProps<Value extends string>
  extends Omit<ComponentProps<typeof NativeSelect>, 'data' | 'value' | 'onChange'> {
  data: readonly (Value | { value: Value; label: string })[];
  value: string;
  onChange(value: Value): void;
}

/** A native select that gives one of the values it offers. */
export function Choice<Value extends string>({ data, onChange, ...select }: ChoiceProps<Value>) {
  const options = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  return (
    <NativeSelect
      size="xs"
      {...select}
      data={options}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => value === currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
