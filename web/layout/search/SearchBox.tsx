import { ActionIcon, Combobox, Group, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_RESULTS, searchAddress } from '@omicon/contract/addresses.ts';
import { listSuggestions, SEARCH_SCOPES, type Suggestion } from '@omicon/contract/areas/search.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { endpointQuery, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Form } from '../../ui/form/Form.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import classes from '../app-frame.module.css';
import { SearchSuggestions } from './SearchSuggestions.tsx';
import { useSearchText } from './use-search-text.ts';

const BOX_ID = 'search-box';
const TYPING_MS = 120;
/** One letter begins too much. */
const SHORTEST = 2;

const SCOPE_NAMES: Record<(typeof SEARCH_SCOPES)[number], string> = {
  all: 'All',
  files: 'Files',
  folders: 'Folders',
};

const shape = z.object({ q: z.string().catch(''), scope: z.enum(SEARCH_SCOPES).catch('all') });

/**
 * The page of the only module, sample or gene set of this name, or of the only module of a text such as `salmon of
 * GBM`; null if there are several, or none.
 */
function onlyNamed(suggestions: readonly Suggestion[], name: string): string | null {
  const wanted = name.toLowerCase().replaceAll(/\s+/g, ' ');
  const named = suggestions.filter(({ kind, title }) => {
    const own = title.toLowerCase();
    return (kind === 'module' && wanted.startsWith(`${own} of `)) || (kind !== 'record' && own === wanted);
  });
  return named.length === 1 ? (named[0]?.href ?? null) : null;
}

export function focusSearchBox(): void {
  const box = document.getElementById(BOX_ID);
  if (box instanceof HTMLInputElement) box.select();
}

export function SearchBox() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { query } = useAddressQuery(shape);
  const { pathname } = useLocation();
  // Shows the text of the results on the screen; other screens use `q` for something else.
  const isResults = pathname === SEARCH_RESULTS;
  const searched = isResults ? query.q : '';
  const { text, type, stopTyping, reset } = useSearchText(searched);
  const [scope, setScope] = useState(query.scope);
  useEffect(() => {
    if (isResults) setScope(query.scope);
  }, [isResults, query.scope]);

  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [settled] = useDebouncedValue(searchedText(text), TYPING_MS);
  const reply = useEndpoint(
    listSuggestions,
    { query: { q: settled } },
    {
      enabled: combobox.dropdownOpened && scope === 'all' && settled.length >= SHORTEST,
      placeholderData: (before) => before,
    },
  );
  const suggestions = settled.length < SHORTEST || scope !== 'all' ? [] : (reply.data?.results ?? []);

  function open(href: string): void {
    combobox.closeDropdown();
    reset();
    router.history.push(href);
  }

  /** The page of what the text names exactly. A failure only means that records and files are searched. */
  async function findExact(q: string): Promise<string | null> {
    if (scope !== 'all' || q.length < SHORTEST || looksLikeOmiconId(q)) return null;
    return queryClient
      .fetchQuery(endpointQuery(listSuggestions, { query: { q } }, { staleTime: TYPING_MS * 100 }))
      .then(({ results, gene_href }) => gene_href ?? onlyNamed(results, q))
      .catch(() => null);
  }

  const submitted = useRef(0);

  async function search(): Promise<void> {
    submitted.current += 1;
    const own = submitted.current;
    const typed = searchedText(text);
    if (typed === '') {
      showToast({
        type: 'warning',
        title: 'Field required',
        message: 'Please enter a value to be searched for',
      });
      return;
    }
    combobox.closeDropdown();
    stopTyping();
    const exact = await findExact(typed);
    // Another search, or another page, was opened meanwhile: this one must not lead away from it.
    if (own !== submitted.current || router.state.location.pathname !== pathname) return;
    if (exact !== null) {
      open(exact);
      return;
    }
    router.history.push(searchAddress(looksLikeOmiconId(typed) ? typed.toUpperCase() : typed, scope));
  }

  return (
    <search className={classes.search}>
      <Form onSubmit={search}>
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
          <Combobox store={combobox} keepMounted={false} onOptionSubmit={open} withinPortal shadow="md">
            <Combobox.Target>
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
                onChange={(event) => {
                  type(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                }}
                onClick={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  stopTyping();
                }}
              />
            </Combobox.Target>
            <Combobox.Dropdown hidden={suggestions.length === 0}>
              <SearchSuggestions suggestions={suggestions} />
            </Combobox.Dropdown>
          </Combobox>
        </Group>
      </Form>
    </search>
  );
}
