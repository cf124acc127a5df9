import { Alert, Group, Stack, Text } from '@mantine/core';
import {
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../../base/calls/call.ts';
import { CallError } from '../../../base/calls/call-error.ts';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { failureOf } from '../../../ui/grid/failure-of.ts';
import type { GridView } from '../../../ui/grid/use-grid-table.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { useSearchAdvanced } from '../calls.ts';
import { type Draft, orderedQuery, resultKey, wizardAddress } from '../query-address.ts';
import { labelledTitleOf } from '../rule-tree/label-rules.ts';
import { ruleAt, rulePath } from '../rules/edit-query.ts';
import { ShowToggle } from '../rules/ShowToggle.tsx';
import { ResultRepairs } from '../rules/SymbolRepairs.tsx';
import { describeRule, SECTION_TITLES, stepOfSection, titleOfType } from '../rules/words.ts';
import { BackgroundResults } from './BackgroundResults.tsx';
import { ConsensusOfResults } from './ConsensusOfResults.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { useKeepResultsOpen } from './open-results.ts';
import { ResultGrid, type ResultView } from './ResultGrid.tsx';
import { CountView, EmptiedBy, ExecutionTime, ResultHead } from './ResultParts.tsx';
import { ResultTabs } from './ResultTabs.tsx';

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

/** The query parameters that page and order results. */
export function nextView(view: ResultView, change: Partial<GridView>): Partial<ResultView> {
  const page = change.page ?? view.page;
  const size = change.pageSize ?? view.size;
  const sort = change.sorting?.key ?? view.sort;
  const order = change.sorting?.order ?? view.order;
  return {
    ...(page === 1 ? {} : { page }),
    ...(size === 20 ? {} : { size }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  };
}

function hrefOf(draft: Draft, view: Partial<ResultView>): string {
  const { page, size, sort, order } = view;
  return wizardAddress(draft, {
    step: 'search_results',
    ...(page === undefined ? {} : { page }),
    ...(size === undefined ? {} : { size }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
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
  const href = hrefOf(draft, nextView(view, {}));
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
      ) : draft.show === 'count' && !search.isError ? (
        results === undefined ? (
          <Waiting what="the number of results" lines={3} />
        ) : (
          <CountView results={results} draft={draft} />
        )
      ) : (
        <ResultGrid
          name={`search-${draft.result_type}`}
          caption={titleOfType(draft.result_type)}
          results={results}
          failure={failureOf(search)}
          view={view}
          emptyHint={results && <EmptiedBy results={results} draft={draft} />}
          toolbar={
            <>
              {(results?.result_count ?? 0) > 0 && (
                <ConsensusOfResults columns={results?.columns} read={pagesOf(ordered)} />
              )}
              <ExportMenu body={ordered} />
            </>
          }
          onView={(change) => router.history.replace(hrefOf(draft, nextView(view, change)))}
        />
      )}
    </>
  );
}
