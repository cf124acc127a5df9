import { Combobox, Text } from '@mantine/core';
import type { Suggestion } from '@omicon/contract/areas/search.ts';
import { cutMiddle } from '../../ui/text/format.ts';

const TITLES: Record<Suggestion['kind'], string> = {
  gene: 'Genes',
  'meta-module': 'Signals of the atlas',
  record: 'Collections, data sets, analyses',
  network: 'Covariation networks',
  module: 'Modules',
  sample: 'Samples',
  'gene-set': 'Gene sets',
};
const MAX_LETTERS = 60;

/** Suggestions by kind, with the heading of each. */
export function suggestionGroups(suggestions: readonly Suggestion[]) {
  return [...Map.groupBy(suggestions, ({ kind }) => kind)].map(([kind, found]) => ({
    title: TITLES[kind],
    found,
  }));
}

/** Name of an option, with its distinguishing detail. */
export function OptionText({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <Text span size="sm" fw={500} mr={8} title={title}>
        {cutMiddle(title, MAX_LETTERS)}
      </Text>{' '}
      <Text span size="xs" c="dimmed">
        {detail}
      </Text>
    </>
  );
}

/** What a typed text may mean, by kind; every option is an address. */
export function SearchSuggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  return suggestionGroups(suggestions).map(({ title, found }) => (
    <Combobox.Group key={title} label={title}>
      {found.map((each) => (
        <Combobox.Option key={each.href} value={each.href}>
          <OptionText {...each} />
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ));
}
