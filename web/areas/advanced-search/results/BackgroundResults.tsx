import { Alert, Group, Text } from '@mantine/core';
import { ADVANCED_SEARCH, searchQueryAddress } from '@omicon/contract/addresses.ts';
import type { ShownLabels } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { cancelSearch, getSearchResults } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { callEndpoint } from '../../../base/calls/call.ts';
import { CallError } from '../../../base/calls/call-error.ts';
import { useChange } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { failureOf } from '../../../ui/grid/failure-of.ts';
import type { GridView } from '../../../ui/grid/use-grid-table.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { REFRESHES_QUERIES, useGetSearchResults } from '../queries/query-calls.ts';
import { type Draft, orderOf, readQuery } from '../query-address.ts';
import { labelledTitleOf } from '../rule-tree/label-rules.ts';
import { ResultRepairs } from '../rules/SymbolRepairs.tsx';
import { useKeepResultsOpen } from './open-results.ts';
import type { ResultView } from './ResultGrid.tsx';
import { ExecutionTime, ResultHead } from './ResultParts.tsx';
import { ShownResults } from './ShownResults.tsx';

const OTHER_TAB_MS = 4500;

function otherTabText(type: string): string {
  return `You must have already fetched the results for this ${type} query in a different tab/window.`;
}

export function keyOfNotification(notifId: number): string {
  return `notification ${notifId}`;
}

/** The results are gone: cleared elsewhere, or never this person's. */
function GoneResults({ type }: { type: string }) {
  useEffect(() => {
    showToast({ type: 'warning', title: 'Search', message: otherTabText(type), durationMs: OTHER_TAB_MS });
  }, [type]);
  return (
    <EmptyState title="These results are no longer available">
      {otherTabText(type)}{' '}
      <AddressLink href={ADVANCED_SEARCH} underline="always" size="sm">
        Start a new query
      </AddressLink>
    </EmptyState>
  );
}

/** Reads pages of stored results, in the order shown. */
function pagesOf(notif_id: number, view: ResultView) {
  return async (page: number, page_size: number) => {
    const query = { page, page_size, ...orderOf(view) };
    const { data } = await callEndpoint(getSearchResults, { params: { notif_id }, query });
    // Only the first rows of a long result are stored.
    return data.searchResults;
  };
}

function Processing({ notifId, message }: { notifId: number; message: string }) {
  const cancel = useChange(cancelSearch, REFRESHES_QUERIES);
  return (
    <Alert color="teal" variant="light" role="status" title="This search is being processed">
      <Text size="sm">
        {message === ''
          ? 'You will be notified when its results are ready. You can leave this page.'
          : message}
      </Text>
      <SecondaryButton
        mt="sm"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ params: { notif_id: notifId } })}
      >
        Cancel the search
      </SecondaryButton>
    </Alert>
  );
}

const ENDED: Readonly<Record<'failed' | 'cancelled', string>> = {
  failed: 'This search failed. Please run it again.',
  cancelled: 'This search was cancelled.',
};

interface KeptOpenProps {
  notifId: number;
  draft: Draft;
  href: string;
  labels: ShownLabels | undefined;
}

function KeptOpen({ notifId, draft, href, labels }: KeptOpenProps) {
  useKeepResultsOpen({ key: keyOfNotification(notifId), title: labelledTitleOf(draft, labels), href });
  return null;
}

interface BackgroundResultsProps {
  notifId: number;
  view: ResultView;
  message?: string;
  /** kind of query, named in the sentence about another tab */
  type?: string;
  /** shows the query in words, where the address holds only the notification */
  withHead?: boolean;
}

/** Results, or progress, of a background search. */
export function BackgroundResults({
  notifId,
  view,
  message = '',
  type = 'recent',
  withHead = false,
}: BackgroundResultsProps) {
  const router = useRouter();
  const stored = useGetSearchResults(notifId, { page: view.page, page_size: view.size, ...orderOf(view) });
  const query = stored.data?.query;
  const draft = useMemo((): Draft | null => {
    const read = readQuery(query);
    return 'draft' in read ? read.draft : null;
  }, [query]);
  const address = searchQueryAddress({ notificationID: notifId });

  if (stored.error instanceof CallError && stored.error.status === 404) return <GoneResults type={type} />;
  const { data } = stored;
  if (data === undefined && !stored.isError) return <Waiting what="the results" />;
  if (data?.state === 'running') return <Processing notifId={notifId} message={message} />;
  if (data?.state === 'failed' || data?.state === 'cancelled')
    return <EmptyState title="No results">{ENDED[data.state]}</EmptyState>;

  function change({ page, pageSize, sorting }: Partial<GridView>): void {
    const parts = new URLSearchParams(window.location.search);
    if (page !== undefined) parts.set('page', String(page));
    if (pageSize !== undefined) parts.set('size', String(pageSize));
    if (sorting) {
      parts.set('sort', sorting.key);
      parts.set('order', sorting.order);
    }
    router.history.replace(`${window.location.pathname}?${parts}${window.location.hash}`);
  }

  const results = data?.data.searchResults;
  return (
    <>
      {withHead && draft !== null && (
        <>
          <KeptOpen notifId={notifId} draft={draft} href={address} labels={results?.value_labels} />
          <ResultHead
            draft={draft}
            href={address}
            labels={results?.value_labels}
            rows={results?.result_count}
          />
        </>
      )}
      <Group mb="sm">
        <ExecutionTime ms={data?.data.execution_ms} />
      </Group>
      <ResultRepairs repairs={results?.repairs} />
      <ShownResults
        draft={draft}
        results={results}
        failure={failureOf(stored)}
        view={view}
        read={pagesOf(notifId, view)}
        onView={change}
      />
    </>
  );
}
