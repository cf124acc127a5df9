import { Group } from '@mantine/core';
import { ADVANCED_SEARCH } from '@omicon/contract/addresses.ts';
import { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { getSearchQuery, getSharedQuery } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { QuerySection } from '@omicon/domain/query/query.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Checklist } from '../../areas/advanced-search/Checklist.tsx';
import { QueryMenus } from '../../areas/advanced-search/queries/QueryMenus.tsx';
import { StartLists } from '../../areas/advanced-search/queries/StartLists.tsx';
import { readQuery, resultKey, wizardAddress } from '../../areas/advanced-search/query-address.ts';
import { ResultTypeStep } from '../../areas/advanced-search/ResultTypeStep.tsx';
import {
  BackgroundResults,
  keyOfNotification,
} from '../../areas/advanced-search/results/BackgroundResults.tsx';
import { useOpenResults } from '../../areas/advanced-search/results/open-results.ts';
import { ResultTabs } from '../../areas/advanced-search/results/ResultTabs.tsx';
import { SearchResultsStep } from '../../areas/advanced-search/results/SearchResultsStep.tsx';
import { useLiveCounts } from '../../areas/advanced-search/rules/use-live-counts.ts';
import { SECTIONS_OF_STEP } from '../../areas/advanced-search/rules/words.ts';
import { SearchFooter } from '../../areas/advanced-search/SearchFooter.tsx';
import { StepLinks } from '../../areas/advanced-search/StepLinks.tsx';
import { useLostFocus } from '../../areas/advanced-search/use-lost-focus.ts';
import { useWizard } from '../../areas/advanced-search/use-wizard.ts';
import classes from '../../areas/advanced-search/wizard.module.css';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';

type Wizard = ReturnType<typeof useWizard>;
type QueryType = NonNullable<Wizard['params']['queryType']>;

/** Editors of rules: most visits start from a saved query or look at results. */
const FilterStep = lazyPart(
  'the rules',
  async () => (await import('../../areas/advanced-search/FilterStep.tsx')).FilterStep,
);

function NewQueryLink() {
  return (
    <AddressLink href={ADVANCED_SEARCH} underline="always">
      Start a new query
    </AddressLink>
  );
}

type Named = UseQueryResult<ReplyOf<typeof getSearchQuery> | ReplyOf<typeof getSharedQuery>>;

/** Loads the query named by the address, and replaces the address by that of its results. */
function OpenedQuery({ named, whyAbsent }: { named: Named; whyAbsent: string }) {
  const router = useRouter();
  const read = named.data === undefined ? null : readQuery(named.data.query);
  const description = named.data?.description ?? '';
  const href =
    read !== null && 'draft' in read
      ? wizardAddress(
          { ...read.draft, description: read.draft.description || description },
          { step: 'search_results' },
        )
      : null;
  useEffect(() => {
    if (href !== null) router.history.replace(href);
  }, [href, router]);
  if (named.isError) {
    const isUnknown = named.error instanceof CallError && [400, 404].includes(named.error.status);
    if (!isUnknown) return <ErrorPanel error={named.error} onRetry={() => void named.refetch()} />;
    return (
      <EmptyState title="This query does not exist">
        {whyAbsent} <NewQueryLink />
      </EmptyState>
    );
  }
  if (read !== null && 'fault' in read)
    return (
      <EmptyState title="This query can no longer be read">
        {read.fault} <NewQueryLink />
      </EmptyState>
    );
  return <Waiting what="the query" />;
}

function OwnQuery({ id, queryType }: { id: string; queryType: QueryType | undefined }) {
  const named = useEndpoint(getSearchQuery, {
    params: { id },
    query: queryType === undefined ? {} : { queryType },
  });
  return <OpenedQuery named={named} whyAbsent="It was deleted, or it belongs to someone else." />;
}

function SharedQuery({ token }: { token: string }) {
  // Never cached, because sharing may have ended.
  const named = useEndpoint(getSharedQuery, { params: { token } }, { staleTime: 0, gcTime: 0 });
  return <OpenedQuery named={named} whyAbsent="Its owner may have stopped sharing or deleted it." />;
}

/** Steps one to three: result type and rules; counts are updated after each change. */
function BuildSteps({ wizard }: { wizard: Wizard }) {
  const { draft, params, setDraft, search } = wizard;
  const step = draft === null || wizard.step === 'search_results' ? 'result_type' : wizard.step;
  const definitions = useEndpoint(getSearchDefinitions, {}, { staleTime: 5 * 60_000 });
  const counts = useLiveCounts(draft);
  useEffect(() => {
    // Beside the definitions; the next step needs both.
    if (draft !== null) void FilterStep.preload();
  }, [draft]);
  if (!definitions.isSuccess) return <NotLoaded reply={definitions} what="the fields of the search" />;
  const sections: readonly QuerySection[] = step === 'result_type' ? [] : SECTIONS_OF_STEP[step];
  const section = sections.find((each) => each === params.tab) ?? sections[0];
  return (
    <>
      <div className={classes.columns}>
        <div>
          {step !== 'result_type' && draft !== null && section !== undefined ? (
            <FilterStep
              step={step}
              section={section}
              draft={draft}
              counts={counts}
              definitions={definitions.data}
              onChange={setDraft}
            />
          ) : (
            <ResultTypeStep draft={draft} types={definitions.data.result_types} onChange={setDraft} />
          )}
          {draft === null && <StartLists draft={draft} tab={params.tab} />}
        </div>
        <Checklist draft={draft} />
      </div>
      {draft !== null && <SearchFooter step={step} draft={draft} counts={counts} onSearch={search} />}
    </>
  );
}

function Content({ wizard }: { wizard: Wizard }) {
  const { params, step, draft, fault, q } = wizard;
  const { open } = useOpenResults();
  const content = useLostFocus(step);
  const view = { page: params.page, size: params.size, sort: params.sort, order: params.order };
  if (fault !== null)
    return (
      <EmptyState title="This address has no valid query">
        {fault} Ask for the link again. <NewQueryLink />
      </EmptyState>
    );
  if (q === '' && params.notificationID !== undefined)
    return (
      <>
        <ResultTabs chosen={keyOfNotification(params.notificationID)} draft={null} />
        <BackgroundResults
          notifId={params.notificationID}
          view={view}
          type={params.queryType ?? 'saved'}
          withHead
        />
      </>
    );
  if (q === '' && params.share !== undefined) return <SharedQuery token={params.share} />;
  if (q === '' && params.queryId !== undefined)
    return <OwnQuery id={params.queryId} queryType={params.queryType} />;

  const isResults = step === 'search_results' && draft !== null;
  const shown = draft === null ? 'result_type' : step;
  const own = draft === null ? undefined : open.find(({ key }) => key === resultKey(draft));
  const here = isResults ? wizardAddress(draft, { step }) : null;
  return (
    <>
      <StepLinks chosen={shown} draft={draft} resultsHref={(own ?? open.at(-1))?.href ?? here} />
      <div ref={content} tabIndex={-1} className={classes.content}>
        {isResults ? <SearchResultsStep draft={draft} view={view} /> : <BuildSteps wizard={wizard} />}
      </div>
    </>
  );
}

/** `/home/advanced-search`: the wizard, its results, and queries to start from. */
export function AdvancedSearch() {
  const wizard = useWizard();
  const { queryId, share, notificationID } = wizard.params;
  // The lists of queries are on the page until a result type is chosen, and in menus afterwards.
  const isAtStart =
    wizard.draft === null && [queryId, share, notificationID].every((named) => named === undefined);
  return (
    <>
      <PageTitle title={NAMED_SCREENS.advancedSearch.title}>
        {!isAtStart && (
          <Group gap={4}>
            <QueryMenus />
            <ButtonLink size="xs" variant="default" href={ADVANCED_SEARCH}>
              New query
            </ButtonLink>
          </Group>
        )}
      </PageTitle>
      <Content wizard={wizard} />
    </>
  );
}
