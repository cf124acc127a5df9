import { ActionIcon, Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { SEARCH_RESULTS, withViewOfGene } from '@omicon/contract/addresses.ts';
import { SEARCH_SCOPES, type Suggestion } from '@omicon/contract/areas/search.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Form } from '../../ui/form/Form.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import classes from '../app-frame.module.css';
import { SearchSuggestions } from './SearchSuggestions.tsx';
import { SEARCH_HINT, useFindAddress, useSuggestions } from './use-search.ts';
import { useSearchText } from './use-search-text.ts';

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

const HEADER_BOX = {
  id: BOX_ID,
  'aria-label': 'Search',
  placeholder: 'Search by gene, module, accession ID, PubMed ID or first author',
  classNames: { input: classes.query ?? '' },
};

const HOME_BOX = {
  size: 'md',
  'aria-label': 'Gene, module or record',
  placeholder: 'A gene, a module, an accession, an author',
};

function SubmitButton({ label }: { label: string }) {
  return (
    <ActionIcon type="submit" variant="subtle" color="gray" aria-label={label}>
      <IconSearch size={16} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Content of the dropdown: suggestions, or what can be typed. */
function Suggested({ suggestions, isEmpty }: { suggestions: readonly Suggestion[]; isEmpty: boolean }) {
  if (suggestions.length === 0)
    return (
      <Text size="sm" c="dimmed" p={8} role="status">
        {isEmpty ? SEARCH_HINT : 'Nothing has such a name. Enter searches the files, too.'}
      </Text>
    );
  return (
    <Combobox.Options aria-label="Suggestions" mah="min(60vh, 460px)" style={{ overflowY: 'auto' }}>
      <SearchSuggestions suggestions={suggestions} />
    </Combobox.Options>
  );
}

/** @param isOfHome true for the large box of the home page, which searches everything */
export function SearchBox({ isOfHome = false }: { isOfHome?: boolean }) {
  const router = useRouter();
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
  const { suggestions, isCurrent } = useSuggestions(text, combobox.dropdownOpened && scope === 'all');
  const findAddress = useFindAddress();
  const isEmpty = text.trim() === '' && scope === 'all';

  function open(href: string): void {
    combobox.closeDropdown();
    reset();
    router.history.push(withViewOfGene(href, router.history.location));
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
    const { href, isExact } = await findAddress(typed, scope);
    // Another search, or another page, was opened meanwhile: this one must not lead away from it.
    if (own !== submitted.current || router.state.location.pathname !== pathname) return;
    if (isExact) open(href);
    else router.history.push(href);
  }

  return (
    <search
      className={isOfHome ? classes.homeSearch : classes.search}
      {...(isOfHome ? { 'aria-label': 'Genes and records' } : {})}
    >
      <Form onSubmit={search}>
        <Group gap={0} wrap="nowrap">
          {!isOfHome && (
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
          )}
          <Combobox store={combobox} keepMounted={false} onOptionSubmit={open} withinPortal shadow="md">
            <Combobox.Target>
              <TextInput
                {...(isOfHome ? HOME_BOX : HEADER_BOX)}
                flex={1}
                type="search"
                value={text}
                maxLength={200}
                rightSection={<SubmitButton label={isOfHome ? 'Find' : 'Search'} />}
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
            <Combobox.Dropdown hidden={!(suggestions.length > 0 || isEmpty || isCurrent)}>
              <Suggested suggestions={suggestions} isEmpty={isEmpty} />
            </Combobox.Dropdown>
          </Combobox>
        </Group>
      </Form>
    </search>
  );
}
