import { NativeSelect } from '@mantine/core';

interface TitleChoiceProps {
  label: string;
  titles: readonly string[];
  value: string | null;
  /** text for no title; without it one must be chosen */
  none?: string;
  onChange(title: string | null): void;
}

const NONE = 'none';

/** One of the titles in a file, which may be empty or repeated; a value that is not among them is offered, too. */
export function TitleChoice({ label, titles, value, none, onChange }: TitleChoiceProps) {
  const known = [...new Set(titles)];
  const all = value === null || known.includes(value) ? known : [value, ...known];
  const options = all.map((title, index) => ({
    value: String(index),
    label: `${title === '' ? '(no title)' : title}${known.includes(title) ? '' : ' (not in the files)'}`,
  }));
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={
        none === undefined && value !== null ? options : [{ value: NONE, label: none ?? '–' }, ...options]
      }
      value={value === null ? NONE : String(all.indexOf(value))}
      onChange={({ currentTarget }) => onChange(all[Number(currentTarget.value)] ?? null)}
    />
  );
}
