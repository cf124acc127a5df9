/** Suggested values of a text field, with words for coded ones. */
import { type ComboboxParsedItem, Text } from '@mantine/core';

export interface Suggestion {
  value: string;
  /** label of a coded value */
  label: string | null;
  /** what is said behind it, such as a number of samples */
  note?: string;
}

/** A value, with its label where it is a code, or its note. */
function Choice({ value, label, note }: Suggestion) {
  const behind = label === null ? note : value;
  if (behind === undefined) return value;
  return (
    <span>
      {label ?? value}{' '}
      <Text span c="dimmed" size="xs">
        {behind}
      </Text>
    </span>
  );
}

/** Props of the input that suggests the values the server found for the typed text. */
export function suggestionProps(suggestions: readonly Suggestion[]) {
  const byValue = new Map(suggestions.map((suggestion) => [suggestion.value, suggestion]));
  return {
    data: [...byValue.keys()],
    // No client-side filter: the server also searches what the value does not show, such as labels and ids.
    ...(suggestions.some(({ label, note }) => label !== null || note !== undefined)
      ? { filter: ({ options }: { options: ComboboxParsedItem[] }) => options }
      : {}),
    renderOption: ({ option }: { option: { value: string } }) => (
      <Choice {...(byValue.get(option.value) ?? { value: option.value, label: null })} />
    ),
  };
}
