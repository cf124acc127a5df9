import { ActionIcon, CloseButton, Group, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconFilter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { countOf } from '../format.ts';
import classes from './data-grid.module.css';

interface GridToolbarProps {
  caption: string;
  total: number | null;
  checkedCount: number;
  /** of those the ones on the page shown */
  checkedHereCount: number;
  search: string;
  isServerPaged: boolean;
  isFilterable: boolean;
  children: ReactNode;
  onSearch(search: string): void;
  onDownload(format: 'csv' | 'tsv'): void;
  onPrint(): void;
}

const DEBOUNCE_MS = 500;

function FilterBox({
  caption,
  search,
  isServerPaged,
  onSearch,
}: Pick<GridToolbarProps, 'caption' | 'search' | 'isServerPaged' | 'onSearch'>) {
  const [typed, setTyped] = useState(search);
  const searchLater = useDebouncedCallback(onSearch, isServerPaged ? DEBOUNCE_MS : 0);
  // The address may change under the box: back button, links.
  useEffect(() => setTyped(search), [search]);

  function change(text: string): void {
    setTyped(text);
    searchLater(text);
  }

  return (
    <TextInput
      size="xs"
      className={classes.filter ?? ''}
      aria-label={`Filter ${caption}`}
      placeholder="Filter"
      leftSection={<IconFilter size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label="Clear filter" onClick={() => change('')} />
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

export function GridToolbar({
  total,
  checkedCount,
  checkedHereCount,
  isFilterable,
  children,
  onDownload,
  onPrint,
  ...filter
}: GridToolbarProps) {
  return (
    <Group className={classes.toolbar ?? ''} justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" flex={1} miw={240}>
        {isFilterable && <FilterBox {...filter} />}
        <Text size="sm" c="dimmed" role="status" className={classes.total ?? ''}>
          {total !== null && countOf(total, 'record')}
          {checkedCount > 0 && `, ${checkedCount} selected`}
          {checkedCount > checkedHereCount && `, ${checkedCount - checkedHereCount} of them not shown here`}
        </Text>
      </Group>
      <Group gap="xs">
        {children}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Download the rows shown"
              title="Download the rows shown"
            >
              <IconDownload size={16} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onDownload('tsv')}>Rows shown as TSV</Menu.Item>
            <Menu.Item onClick={() => onDownload('csv')}>Rows shown as CSV</Menu.Item>
            <Menu.Item onClick={onPrint}>Print, or save as PDF</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}
