import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressLink } from '../ui/AddressLink.tsx';
import { countOf } from '../ui/format.ts';
import classes from './side-menu.module.css';

const DEBOUNCE_MS = 500;
const SHOWN = 8;

interface RecentListProps {
  label: string;
  items: readonly { id: number; title: string; data_sets: number }[] | undefined;
  hrefOf(id: number): string;
  onSearch(search: string): void;
}

/** Recent records of a group, newest first, with a search box over all of them. */
export function RecentList({ label, items, hrefOf, onSearch }: RecentListProps) {
  const [typed, setTyped] = useState('');
  const searchLater = useDebouncedCallback(onSearch, DEBOUNCE_MS);
  const location = useLocation();
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
      <ul className={classes.items}>
        {items?.slice(0, SHOWN).map(({ id, title, data_sets }) => (
          <li key={id}>
            <AddressLink
              href={hrefOf(id)}
              underline="never"
              className={classes.item ?? ''}
              title={`${title}, ${countOf(data_sets, 'data set')}`}
              aria-current={here === hrefOf(id) ? 'page' : undefined}
            >
              {title}
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
