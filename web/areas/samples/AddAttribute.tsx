import { IconPlus } from '@tabler/icons-react';
import { Select } from '../../ui/form/options/Select.tsx';

export interface OfferedAttribute {
  name: string;
  title: string;
}

/** A list to search for one more attribute. */
export function AddAttribute({
  offered,
  onAdd,
}: {
  offered: readonly OfferedAttribute[];
  onAdd(name: string): void;
}) {
  if (offered.length === 0) return null;
  return (
    <Select
      size="xs"
      w={190}
      aria-label="Add an attribute"
      placeholder="Add an attribute"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      searchable
      value={null}
      data={offered.map(({ name, title }) => ({ value: name, label: title }))}
      nothingFoundMessage="No such attribute"
      maxDropdownHeight={280}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      onChange={(name) => {
        if (name !== null) onAdd(name);
      }}
    />
  );
}
