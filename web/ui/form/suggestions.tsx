/** Suggested values of a text field, with words for coded ones. */
import { type ComboboxParsedItem, Text } from '@mantine/core';

export interface Suggestion {
  value: string;
  /** label of a coded value */
  label: string | null;
}

/** A value, with its label where it is a code. */
function Choice({ value, label }: Suggestion) {
  if (label === null) return value;
  return (
    <span>
      {label}{' '}
      <Text span c="dimmed" size="xs">
        {value}
      </Text>
    </span>
  );
}

/** Props of the input that suggests the values the server found for the typed text. */
export function suggestionProps(suggestions: readonly Suggestion[]) {
  const labels = new Map(suggestions.map(({ value, label }) => [value, label]));
  return {
    data: [...labels.keys()],
    // No client-side filter: the typed text may match the label and not the code, and the server searches both.
    ...(suggestions.some(({ label }) => label !== null)
      ? { filter: ({ options }: { options: ComboboxParsedItem[] }) => options }
      : {}),
    renderOption: ({ option }: { option: { value: string } }) => (
      <Choice value={option.value} label={labels.get(option.value) ?? null} />
    ),
  };
}
