import { Combobox, Text } from '@mantine/core';
import type { Suggestion } from '@omicon/contract/areas/search.ts';
import { cutMiddle } from '../../ui/text/format.ts';

const TITLES: Record<Suggestion['kind'], string> = {
  gene: 'Genes',
  record: 'Collections, data sets, analyses',
  network: 'Covariation networks',
  module: 'Modules',
  sample: 'Samples',
  'gene-set': 'Gene sets',
};
const MAX_LETTERS = 60;

/** What a typed text may mean, by kind; every option is an address. */
export function SearchSuggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const byKind = Map.groupBy(suggestions, ({ kind }) => kind);
  return (
    <Combobox.Options aria-label="Suggestions" mah="min(60vh, 460px)" style={{ overflowY: 'auto' }}>
      {[...byKind].map(([kind, found]) => (
        <Combobox.Group key={kind} label={TITLES[kind]}>
          {found.map(({ title, detail, href }) => (
            <Combobox.Option key={href} value={href}>
              <Text span size="sm" fw={500} mr={8} title={title}>
                {cutMiddle(title, MAX_LETTERS)}
              </Text>{' '}
              <Text span size="xs" c="dimmed">
                {detail}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}
