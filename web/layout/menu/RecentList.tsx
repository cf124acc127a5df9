import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import { NameText } from '../../ui/text/NameText.tsx';
import classes from './side-menu.module.css';

const DEBOUNCE_MS = 500;
const SHOWN = 8;
/** Height of `.item`, px. */
const ROW_HEIGHT = 26;

interface RecentListProps {
  label: string;
  items: readonly { id: number; title: string; data_sets: number }[] | undefined;
  hrefOf(id: number): string;
  onSearch(search: string): void;
}

/** Number of rows when the list was last loaded here, so that the menu below does not move while it loads. */
function readRows(label: string): number {
  try {
    return Math.min(Number(localStorage.getItem(`omicon.menu.${label}.rows`)) || 0, SHOWN);
  } catch {
    // Without storage the menu moves once, when the list has loaded.
    return 0;
  }
}

function rememberRows(label: string, rows: number): void {
  try {
    localStorage.setItem(`omicon.menu.${label}.rows`, String(rows));
  } catch {
    // See above.
  }
}

/** Recent records of a group, newest first, with a search box for all of them. */
export function RecentList({ label, items, hrefOf, onSearch }: RecentListProps) {
  const [typed, setTyped] = useState('');
  const searchLater = useDebouncedCallback(onSearch, DEBOUNCE_MS);
  const location = useLocation();
  const [rowsBefore] = useState(() => readRows(label));
  const shown = items?.slice(0, SHOWN);
  const rows = typed === '' ? shown?.length : undefined;
  useEffect(() => {
    if (rows !== undefined) rememberRows(label, rows);
  }, [label, rows]);
  const here = `${location.pathname}${location.searchStr}`;
  return (
    <div className={classes.recent}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder="Search"
        value={typed}
        leftSection={<IconSearch size={13} aria-hidden="true" />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          searchLater(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(typed);
        }}
      />
      <ul
        className={classes.items}
        {...(shown === undefined ? { style: { minHeight: rowsBefore * ROW_HEIGHT } } : {})}
      >
        {shown?.map(({ id, title, data_sets }) => (
          <li key={id}>
            <AddressLink
              href={hrefOf(id)}
              underline="never"
              className={classes.item ?? ''}
              title={`${title}, ${countOf(data_sets, 'data set')}`}
              aria-current={here === hrefOf(id) ? 'page' : undefined}
            >
              <NameText text={title} />
            </AddressLink>
          </li>
        ))}
      </ul>
      {items?.length === 0 && (
        <Text size="xs" c="dimmed" px={8} py={4}>
          No records found
        </Text>
      )}
    </div>
  );
}
