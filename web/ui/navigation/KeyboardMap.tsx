import { Kbd, Stack, Switch, Table } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useSingleKeys } from './use-single-keys.ts';

const KEYS: readonly [keys: readonly string[], meaning: string][] = [
  [['/'], 'Go to the search box'],
  [['Ctrl', 'K'], 'Open the command palette: screens, records, genes and actions by name; on a Mac ⌘ K'],
  [['?'], 'Show this map of keys'],
  [['↑', '↓', '←', '→'], 'Move in a grid, a treemap or a lineage'],
  [['Home', 'End'], 'Go to the first or last column of a row, or value of a picture'],
  [['PgUp', 'PgDn'], 'Move by ten rows in a grid or a ranking, turn the page of a PDF'],
  [['Shift', '↑', '↓', '←', '→'], 'Move the whole picture of a lineage'],
  [['Enter'], 'Open the focused record, select the focused samples'],
  [['Space'], 'Fold or unfold a node of a lineage'],
  [['Del'], 'Remove the focused attribute from a treemap'],
  [['Shift', 'F10'], 'Show the actions of a row'],
  [['Alt', '←', '→'], 'Narrow or widen the column of a focused header'],
  [['Ctrl', 'Enter'], 'Send the comment being written'],
  [['Esc'], 'Close the top layer'],
];

export function KeyTable() {
  return (
    <Table aria-label="Keys and what they do">
      <Table.Tbody>
        {KEYS.map(([keys, meaning]) => (
          <Table.Tr key={meaning}>
            <Table.Td w={170}>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Table of all keys, with the switch for single-character keys. */
export function KeyboardMap() {
  const { isOn, setOn } = useSingleKeys();
  return (
    <Stack gap="md">
      <Switch
        label="Keys of a single character: / and ?"
        description="Turn off if you use dictation or touch keys by accident. The account menu also opens this table."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <KeyTable />
    </Stack>
  );
}

export function openKeyboardMap(): void {
  modals.open({ modalId: 'keyboard-map', title: 'Keyboard', size: 'lg', children: <KeyboardMap /> });
}
