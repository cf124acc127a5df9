import { ActionIcon, Group, Select, TextInput } from '@mantine/core';
import { SEARCH_SCOPES } from '@omicon/contract/areas/search.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../base/addresses/address-query.ts';
import { SEARCH_RESULTS, searchAddress } from '../base/addresses/addresses.ts';
import { showToast } from '../ui/feedback/toasts.ts';
import classes from './app-frame.module.css';

const BOX_ID = 'search-box';

const SCOPE_NAMES: Record<(typeof SEARCH_SCOPES)[number], string> = {
  all: 'All',
  files: 'Files',
  folders: 'Folders',
};

const shape = z.object({ q: z.string().catch(''), scope: z.enum(SEARCH_SCOPES).catch('all') });

export function focusSearchBox(): void {
  const box = document.getElementById(BOX_ID);
  if (box instanceof HTMLInputElement) box.select();
}

export function SearchBox() {
  const router = useRouter();
  const { query } = useAddressQuery(shape);
  const { pathname } = useLocation();
  // Shows the text of the results on the screen; other screens use `q` for something else.
  const isResults = pathname === SEARCH_RESULTS;
  const searched = isResults ? query.q : '';
  const [text, setText] = useState(searched);
  const [scope, setScope] = useState(query.scope);
  useEffect(() => setText(searched), [searched]);
  useEffect(() => {
    if (isResults) setScope(query.scope);
  }, [isResults, query.scope]);

  function search(event: FormEvent): void {
    event.preventDefault();
    const typed = searchedText(text);
    if (typed === '') {
      showToast({
        type: 'warning',
        title: 'Field required',
        message: 'Please enter a value to be searched for',
      });
      return;
    }
    router.history.push(searchAddress(looksLikeOmiconId(typed) ? typed.toUpperCase() : typed, scope));
  }

  return (
    <search className={classes.search}>
      <form onSubmit={search}>
        <Group gap={0} wrap="nowrap">
          <Select
            w={92}
            visibleFrom="sm"
            aria-label="Search in"
            data={SEARCH_SCOPES.map((value) => ({ value, label: SCOPE_NAMES[value] }))}
            value={scope}
            allowDeselect={false}
            classNames={{ input: classes.scope ?? '' }}
            onChange={(value) => setScope(shape.shape.scope.parse(value))}
          />
          <TextInput
            id={BOX_ID}
            flex={1}
            type="search"
            aria-label="Search"
            placeholder="Search by accession ID, PubMed ID, or last name of publication first author"
            value={text}
            maxLength={200}
            classNames={{ input: classes.query ?? '' }}
            rightSection={
              <ActionIcon type="submit" variant="subtle" color="gray" aria-label="Search">
                <IconSearch size={16} aria-hidden="true" />
              </ActionIcon>
            }
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Group>
      </form>
    </search>
  );
}
