import { Alert, Group, Stack, Text } from '@mantine/core';
import {
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../../base/calls/call.ts';
import { CallError } from '../../../base/calls/call-error.ts';
import { failureOf } from '../../../ui/grid/failure-of.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { useSearchAdvanced } from '../calls.ts';
import { type Draft, orderedQuery, resultKey, wizardAddress } from '../query-address.ts';
import { labelledTitleOf } from '../rule-tree/label-rules.ts';
import { ruleAt, rulePath } from '../rules/edit-query.ts';
import { ShowToggle } from '../rules/ShowToggle.tsx';
import { ResultRepairs } from '../rules/SymbolRepairs.tsx';
import { describeRule, stepOfSection } from '../rules/words.ts';
import { BackgroundResults } from './BackgroundResults.tsx';
import { useKeepResultsOpen } from './open-results.ts';
import type { ResultView } from './ResultGrid.tsx';
import { ExecutionTime, ResultHead } from './ResultParts.tsx';
import { ResultTabs } from './ResultTabs.tsx';
import { ShownResults } from './ShownResults.tsx';

/** Rules of the address that the server refuses, each with a link to it. */
function FaultyRules({ error, draft }: { error: CallError; draft: Draft }) {
  const faults = Object.entries(error.fields).filter(([field]) => field.startsWith('filters.'));
  return (
    <Alert color="orange" variant="light" role="alert">
      <Stack gap={4}>
        <Text fw={500}>This query is not valid</Text>
        {faults.map(([field, sentence]) => {
          const found = ruleAt(draft.filters, rulePath(field));
          const section = found?.section;
          return (
            <Text size="sm" key={field}>
              {found && `${SECTION_TITLES[found.section]}, “${describeRule(found.rule, found.section)}”: `}
              {sentence}{' '}
              {section !== undefined && (
                <AddressLink
                  href={wizardAddress(draft, { step: stepOfSection(section), tab: section })}
                  size="sm"
                  underline="always"
                >
                  Change the rule
                </AddressLink>
              )}
            </Text>
          );
        })}
      </Stack>
    </Alert>
  );
}

/** The address of results; a usual page is not named. */
function hrefOf(draft: Draft, { page, size, sort, order }: Partial<ResultView>): string {
  return wizardAddress(draft, {
    step: 'search_results',
    page: page === 1 ? undefined : page,
    size: size === 20 ? undefined : size,
    sort,
    order,
  });
}

/** Reads pages of a query that has been run, whatever their number. */
function pagesOf(body: SearchQueryInput) {
  return async (page: number, page_size: number) => {
    const { data } = await callEndpoint(searchAdvanced, {
      body: { ...body, show: 'records', page, page_size },
    });
    if (data.searchResults.is_background_process)
      throw new Error('This search takes longer now. Open its results when you are notified, and try again.');
    return data.searchResults;
  };
}

interface SearchResultsProps {
  draft: Draft;
  view: ResultView;
}

/** Results of the query in the address, as records or as a count. */
export function SearchResultsStep({ draft, view }: SearchResultsProps) {
  const router = useRouter();
  const ordered = orderedQuery(draft, view);
  const search = useSearchAdvanced({ ...ordered, page: view.page, page_size: view.size });
  const key = resultKey(draft);
  const href = hrefOf(draft, view);
  const data = search.data?.data;
  const results = data?.searchResults;
  const labels = results?.value_labels;
  useKeepResultsOpen({ key, title: labelledTitleOf(draft, labels), href });
  const isRefused =
    search.error instanceof CallError &&
    Object.keys(search.error.fields).some((field) => field.startsWith('filters.'));

  return (
    <>
      <ResultTabs chosen={key} draft={draft} />
      <ResultHead draft={draft} href={href} labels={labels} />
      <Group gap="md" mb="sm" mih={30}>
        <ShowToggle
          show={draft.show}
          onChange={(show) => router.history.replace(hrefOf({ ...draft, show }, {}))}
        />
        <ExecutionTime ms={search.isPlaceholderData ? undefined : data?.execution_ms} />
      </Group>
      <ResultRepairs repairs={results?.repairs} />
      {isRefused && search.error instanceof CallError ? (
        <FaultyRules error={search.error} draft={draft} />
      ) : results?.is_background_process === true && data?.notifId != null ? (
        <BackgroundResults notifId={data.notifId} view={view} message={results.message} />
      ) : (
        <ShownResults
          draft={draft}
          results={results}
          failure={failureOf(search)}
          view={view}
          read={pagesOf(ordered)}
          onView={({ page = view.page, pageSize = view.size, sorting }) => {
            const { key: sort, order } = sorting ?? { key: view.sort, order: view.order };
            router.history.replace(hrefOf(draft, { page, size: pageSize, sort, order }));
          }}
        />
      )}
    </>
  );
}
