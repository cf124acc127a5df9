import { Alert, Group, Stack, Text } from '@mantine/core';
import {
  type SearchQueryInput,
  type SearchResults,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../../base/calls/call.ts';
import { CallError } from '../../../base/calls/call-error.ts';
import { failureOf } from '../../../ui/grid/failure-of.ts';
import { readWhole } from '../../../ui/grid/folds/rows-under.ts';
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
import { parameterOf, ResultFolds, useResultFold } from './ResultFolds.tsx';
import type { ReadUnder, ResultView } from './ResultGrid.tsx';
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
function hrefOf(draft: Draft, { page, size, sort, order, per = 'module' }: Partial<ResultView>): string {
  return wizardAddress(draft, {
    ...parameterOf(per),
    step: 'search_results',
    page: page === 1 ? undefined : page,
    size: size === 20 ? undefined : size,
    sort,
    order,
  });
}

/** Rows of a query that has been run. */
async function readRows(body: SearchQueryInput, signal?: AbortSignal): Promise<SearchResults> {
  const { data } = await callEndpoint(searchAdvanced, {
    body: { ...body, show: 'records' },
    ...(signal === undefined ? {} : { signal }),
  });
  if (data.searchResults.is_background_process)
    throw new Error('This search takes longer now. Open its results when you are notified, and try again.');
  return data.searchResults;
}

/** Reads pages of a query, whatever their number. */
function pagesOf(body: SearchQueryInput) {
  return (page: number, page_size: number) => readRows({ ...body, page, page_size });
}

/** Reads the rows folded under one, in the order of the results. */
function underOf(body: SearchQueryInput): ReadUnder {
  return {
    question: body,
    read: (omiconId, signal) =>
      readWhole(omiconId, async (folding) => {
        const { results, result_count } = await readRows({ ...body, ...folding }, signal);
        return { rows: results, total: result_count };
      }),
  };
}

interface SearchResultsProps {
  draft: Draft;
  view: ResultView;
}

/** Results of the query in the address, as records or as a count. */
export function SearchResultsStep({ draft, view: { page, size, sort, order } }: SearchResultsProps) {
  const router = useRouter();
  const per = useResultFold(draft);
  const view: ResultView = { page, size, sort, order, per };
  const ordered = orderedQuery(draft, view);
  const listed = per === 'module' ? ordered : { ...ordered, fold: per };
  const search = useSearchAdvanced({ ...listed, page, page_size: size });
  const key = resultKey(draft);
  const href = hrefOf(draft, view);
  const data = search.data?.data;
  const results = data?.searchResults;
  const labels = results?.value_labels;
  const isInBackground = results?.is_background_process === true && data?.notifId != null;
  useKeepResultsOpen({ key, title: labelledTitleOf(draft, labels), href });
  const isRefused =
    search.error instanceof CallError &&
    Object.keys(search.error.fields).some((field) => field.startsWith('filters.'));

  return (
    <>
      <ResultTabs chosen={key} draft={draft} />
      <ResultHead draft={draft} href={href} labels={labels} rows={results?.result_count} />
      <Group gap="md" mb="sm" mih={30}>
        <ShowToggle
          show={draft.show}
          onChange={(show) => router.history.replace(hrefOf({ ...draft, show }, {}))}
        />
        <ExecutionTime ms={search.isPlaceholderData ? undefined : data?.execution_ms} />
      </Group>
      {draft.result_type === 'covariation-modules' && draft.show === 'records' && !isInBackground && (
        <ResultFolds
          per={per}
          results={search.isPlaceholderData ? undefined : results}
          onChange={(chosen) => router.history.replace(hrefOf(draft, { ...view, page: 1, per: chosen }))}
        />
      )}
      <ResultRepairs repairs={results?.repairs} />
      {isRefused && search.error instanceof CallError ? (
        <FaultyRules error={search.error} draft={draft} />
      ) : isInBackground && data?.notifId != null ? (
        <BackgroundResults
          notifId={data.notifId}
          view={{ ...view, per: 'module' }}
          message={results?.message ?? ''}
        />
      ) : (
        <ShownResults
          draft={draft}
          results={results}
          failure={failureOf(search)}
          view={view}
          read={pagesOf(ordered)}
          readUnder={per === 'module' ? undefined : underOf(listed)}
          onView={({ page = view.page, pageSize = view.size, sorting }) => {
            const { key, order } = sorting ?? { key: view.sort, order: view.order };
            router.history.replace(hrefOf(draft, { page, size: pageSize, sort: key, order, per }));
          }}
        />
      )}
    </>
  );
}
