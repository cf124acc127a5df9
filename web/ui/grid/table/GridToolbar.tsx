import { CloseButton, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MAX_SAVED_ROWS } from '../../../base/calls/use-every-row.ts';
import { useDebouncedText } from '../../feedback/use-debounced-text.ts';
import { DownloadMenu } from '../../files/DownloadMenu.tsx';
import { countOf, formatCount } from '../../text/format.ts';
import classes from '../data-grid.module.css';

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
  /** rows on the page shown */
  shownCount: number;
  isSaving: boolean;
  onDownload(format: 'csv' | 'tsv'): void;
  /** null where only the rows shown can be saved */
  onDownloadAll: ((format: 'csv' | 'tsv') => void) | null;
  onPrint(): void;
}

const DEBOUNCE_MS = 500;
/** The most that a list call takes. */
const MAX_LETTERS = 200;

function FilterBox({
  caption,
  search,
  isServerPaged,
  onSearch,
}: Pick<GridToolbarProps, 'caption' | 'search' | 'isServerPaged' | 'onSearch'>) {
  const pauseMs = isServerPaged ? DEBOUNCE_MS : 0;
  const { typed, type } = useDebouncedText({ value: search, pauseMs, onSettled: onSearch });
  return (
    <TextInput
      size="xs"
      className={classes.filter ?? ''}
      aria-label={`Filter ${caption}`}
      placeholder="Filter"
      maxLength={MAX_LETTERS}
      leftSection={<IconFilter size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label="Clear filter" onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function allOf(total: number): string {
  return total > MAX_SAVED_ROWS
    ? `First ${formatCount(MAX_SAVED_ROWS)} rows`
    : `All ${countOf(total, 'row')}`;
}

export function GridToolbar({
  total,
  checkedCount,
  checkedHereCount,
  isFilterable,
  children,
  shownCount,
  isSaving,
  onDownload,
  onDownloadAll,
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
      <Group gap="xs" miw={0}>
        {children}
        <DownloadMenu label="Download the rows shown" isBusy={isSaving}>
          <Menu.Item onClick={() => onDownload('tsv')}>Rows shown as TSV</Menu.Item>
          <Menu.Item onClick={() => onDownload('csv')}>Rows shown as CSV</Menu.Item>
          {onDownloadAll !== null && total !== null && total > shownCount && (
            <>
              <Menu.Item onClick={() => onDownloadAll('tsv')}>{allOf(total)} as TSV</Menu.Item>
              <Menu.Item onClick={() => onDownloadAll('csv')}>{allOf(total)} as CSV</Menu.Item>
            </>
          )}
          <Menu.Item onClick={onPrint}>Print, or save as PDF</Menu.Item>
        </DownloadMenu>
      </Group>
    </Group>
  );
}
