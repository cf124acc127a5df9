import { Button, Menu } from '@mantine/core';
import {
  listRecentQueries,
  listSampleQueries,
  listSavedQueries,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { describeError } from '../../../base/calls/call-error.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import classes from '../wizard.module.css';
import { linkOfRecent, linkOfSample, linkOfSaved, nameOf } from './QueryLists.tsx';

const MOST = { page_size: 50 };

interface Entry {
  key: string;
  title: string;
  href: string;
}

interface QueryMenuProps {
  title: string;
  /** undefined while loading */
  entries: readonly Entry[] | undefined;
  error: unknown;
  onOpen(): void;
}

function QueryMenu({ title, entries, error, onOpen }: QueryMenuProps) {
  const router = useRouter();
  const message = error !== null ? describeError(error) : entries?.length === 0 ? 'None yet' : null;
  return (
    <Menu position="bottom-end" width={360} onOpen={onOpen}>
      <Menu.Target>
        <Button size="xs" variant="subtle" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {message !== null && <Menu.Item disabled>{message}</Menu.Item>}
        {entries?.map(({ key, title: name, href }) => (
          <Menu.Item
            key={key}
            component="a"
            href={href}
            className={classes.menuItem ?? ''}
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              router.history.push(href);
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu per list of queries, to switch to another query from any step. */
export function QueryMenus() {
  const { hasPermission } = useSession();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (name: string) => setOpened((before) => before.union(new Set([name])));
  const samples = useEndpoint(listSampleQueries, {}, { enabled: opened.has('samples') });
  const saved = useEndpoint(listSavedQueries, { query: MOST }, { enabled: opened.has('saved') });
  const recent = useEndpoint(
    listRecentQueries,
    { query: MOST },
    { staleTime: 0, enabled: opened.has('recent') },
  );
  return (
    <>
      <QueryMenu
        title="Sample queries"
        error={samples.error}
        entries={samples.data?.results.map((row) => ({
          key: row.qId,
          title: nameOf(row),
          href: linkOfSample(row),
        }))}
        onOpen={() => open('samples')}
      />
      {hasPermission('SEARCH_QUERY_CREATE') && (
        <QueryMenu
          title="Saved"
          error={saved.error}
          entries={saved.data?.results.map((row) => ({
            key: String(row.uId),
            title: nameOf(row),
            href: linkOfSaved(row),
          }))}
          onOpen={() => open('saved')}
        />
      )}
      <QueryMenu
        title="Recent"
        error={recent.error}
        entries={recent.data?.results.map((row) => ({
          key: String(row.rId),
          title: nameOf(row),
          href: linkOfRecent(row),
        }))}
        onOpen={() => open('recent')}
      />
    </>
  );
}
