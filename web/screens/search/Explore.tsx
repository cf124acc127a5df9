import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { joinIdentifiers, splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { CellTypesTab } from '../../areas/cell-types/CellTypesTab.ts';
import { BackgroundForm } from '../../areas/gene-lists/BackgroundForm.tsx';
import { geneListQuery, repairQuery } from '../../areas/gene-lists/calls.ts';
import { ExploreModes } from '../../areas/gene-lists/ExploreModes.tsx';
import classes from '../../areas/gene-lists/gene-lists.module.css';
import { isSameList, refuseList } from '../../areas/gene-lists/gene-text.ts';
import { ListForm } from '../../areas/gene-lists/ListForm.tsx';
import { ModuleFilters } from '../../areas/gene-lists/ranking/ModuleFilters.tsx';
import { ModuleRanking } from '../../areas/gene-lists/ranking/ModuleRanking.tsx';
import {
  moduleQuestion,
  type RankingQuery,
  rankingShape,
  setQuestion,
} from '../../areas/gene-lists/ranking/ranking-query.ts';
import { RepairReport } from '../../areas/gene-lists/repair/RepairReport.tsx';
import { replaceIdentifier } from '../../areas/gene-lists/repair/repair-rows.ts';
import { DirectionChoice } from '../../areas/gene-lists/sets/DirectionChoice.tsx';
import { FoldSwitch } from '../../areas/gene-lists/sets/FoldSwitch.tsx';
import { SetFilters } from '../../areas/gene-lists/sets/SetFilters.tsx';
import { SetRanking } from '../../areas/gene-lists/sets/SetRanking.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { encodeList, isStored, MAX_IDENTIFIERS } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { RowsChoice } from '../../ui/grid/folds/RowsChoice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { copyLink } from '../../ui/text/CopyText.tsx';

const ExploreRanked = lazyPart(
  'the ranked list',
  async () => (await import('./ExploreRanked.tsx')).ExploreRanked,
);

const TYPING_MS = 400;
const NOTHING: readonly string[] = [];

type Changes = Record<string, string | null>;

/** The gene lists of the address. */
function useLists(query: RankingQuery) {
  const { session } = useSession();
  const owner = session?.me.id ?? 0;
  const list = useQuery(geneListQuery(query.genes, owner));
  const background = useQuery(geneListQuery(query.background, owner));
  const hasList = query.genes !== '';
  const hasBackground = query.background !== '';
  return {
    owner,
    identifiers: hasList ? (list.data?.identifiers ?? null) : null,
    background: hasBackground ? (background.data?.identifiers ?? NOTHING) : NOTHING,
    isReading: (hasList && list.isPending) || (hasBackground && background.isPending),
    problem: (hasList && list.data?.problem) || (hasBackground && background.data?.problem) || null,
  };
}

/** Text of the box: as typed, or the list of the address when that changes. */
function useDraft(explored: readonly string[] | null) {
  const [text, setText] = useState('');
  const [taken, setTaken] = useState<readonly string[] | null>(null);
  // Not in an effect, after which the whole page would render again.
  if (explored !== null && explored !== taken) {
    setTaken(explored);
    if (!isSameList(splitIdentifiers(text), explored)) setText(joinIdentifiers(explored));
  }
  const identifiers = useMemo(() => splitIdentifiers(text), [text]);
  return { text, setText, identifiers, refusal: refuseList(identifiers, MAX_IDENTIFIERS) };
}

/** Report on the text in the box, whether explored or not. */
function Report({
  identifiers,
  onChoose,
}: {
  identifiers: readonly string[];
  onChoose(from: string, to: string): void;
}) {
  const [settled] = useDebouncedValue(identifiers, TYPING_MS);
  const isAskable = settled.length > 0 && refuseList(settled, MAX_IDENTIFIERS) === null;
  const reply = useQuery({
    ...repairQuery(settled),
    placeholderData: keepPreviousData,
    enabled: isAskable,
  });
  if (identifiers.length === 0 || !isAskable) return null;
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="what the identifiers stand for" lines={3} />;
  return <RepairReport identifiers={settled} repair={reply.data} onChoose={onChoose} />;
}

interface ResultsProps {
  query: RankingQuery;
  identifiers: readonly string[];
  background: readonly string[];
  onChange(changes: Changes, isSameStep?: boolean): void;
}

/** The list against modules or gene sets. */
function Ranked({ query, identifiers, background, onChange }: ResultsProps) {
  const lists = { identifiers, background };
  return (
    <>
      <Group gap="md" align="flex-end">
        <DirectionChoice direction={query.direction} onChange={onChange} />
        {query.tab === 'modules' && <RowsChoice per={query.per} usual="meta-module" onChange={onChange} />}
      </Group>
      {query.tab === 'modules' ? (
        <>
          <ModuleFilters query={query} onChange={onChange} />
          <ModuleRanking question={moduleQuestion(query, lists)} />
        </>
      ) : (
        <>
          <SetFilters query={query} onChange={onChange}>
            <FoldSwitch fold={query.fold} onChange={onChange} />
          </SetFilters>
          <SetRanking question={setQuestion(query, lists)} />
        </>
      )}
      <Text size="xs" c="dimmed" maw={640}>
        P is the hypergeometric chance of at least this overlap; of fewer, of at most this overlap; of either,
        twice the smaller of both. Size: genes of the module or set; Listed: genes of your list in the
        universe; Universe: genes of the data set, or of any gene set, narrowed by a background. q is P
        adjusted after Benjamini and Hochberg.
        {query.tab === 'modules' &&
          query.per !== 'module' &&
          ' A row that stands for several modules is that of the smallest P.'}
      </Text>
    </>
  );
}

function Results(props: ResultsProps) {
  const { query, identifiers } = props;
  return (
    <Stack gap="md">
      <TabLinks
        label="Compared with"
        chosen={query.tab}
        tabs={[
          { name: 'modules', title: 'Modules' },
          { name: 'gene-sets', title: 'Gene sets' },
          { name: 'cell-types', title: 'Cell types', part: CellTypesTab },
        ]}
      />
      {query.tab === 'cell-types' ? (
        <CellTypesTab of={{ kind: 'list', name: 'Your list', identifiers: [...identifiers] }} />
      ) : (
        <Ranked {...props} />
      )}
    </Stack>
  );
}

/** A list of genes, compared with the modules of all networks and with all gene sets. */
function ExploreList() {
  const { query, setQuery } = useAddressQuery(rankingShape);
  const { owner, identifiers: explored, background, isReading, problem } = useLists(query);
  const { text, setText, identifiers, refusal } = useDraft(explored);
  // A changed question starts at its first page.
  const ask = useCallback(
    (changes: Changes, isSameStep?: boolean) => setQuery({ ...changes, page: null }, isSameStep),
    [setQuery],
  );

  async function explore(list: readonly string[]): Promise<void> {
    if (explored === null || !isSameList(explored, list)) ask({ genes: await encodeList(list, owner) });
  }

  function take(list: readonly string[]): void {
    setText(list.join('\n'));
    void explore(list);
  }

  function choose(from: string, to: string): void {
    const list = replaceIdentifier(identifiers, from, to);
    if (explored === null) setText(list.join('\n'));
    else take(list);
  }

  async function changeBackground(list: readonly string[]): Promise<void> {
    ask({ background: list.length === 0 ? null : await encodeList(list, owner) });
  }

  const isKeptHere = isStored(query.genes) || isStored(query.background);
  return (
    <>
      <PageTitle title={NAMED_SCREENS.explore.title}>
        {explored !== null && (
          <SecondaryButton
            disabled={isKeptHere}
            icon={IconLink}
            onClick={() => void copyLink(window.location.href)}
          >
            Copy link
          </SecondaryButton>
        )}
      </PageTitle>
      <ExploreModes mode="list" />
      <div className={classes.page}>
        <Stack gap="md" component="section" aria-label="Your list">
          <ListForm
            text={text}
            count={identifiers.length}
            refusal={refusal}
            onText={setText}
            onExplore={() => void explore(identifiers)}
            onExample={take}
          />
          <Report identifiers={identifiers} onChoose={choose} />
          <BackgroundForm background={background} onChange={(list) => void changeBackground(list)} />
        </Stack>
        <Stack gap="md" component="section" aria-label="Results" miw={0}>
          {problem !== null && (
            <Alert color="orange" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          {isKeptHere && problem === null && (
            <Alert variant="default" role="status">
              This list is too long for an address. It is kept in this browser tab; to share it, send the list
              itself.
            </Alert>
          )}
          {explored !== null && !isSameList(explored, identifiers) && (
            <Text size="sm" role="status">
              The list has changed. Explore compares the new one; the results are those of the list before.
            </Text>
          )}
          {isReading && <Waiting what="the list of the address" />}
          {!isReading && explored === null && problem === null && (
            <EmptyState title="No list yet">
              Paste genes or choose an example. They are compared with all modules of all covariation networks
              that you can read, and with all gene sets.
            </EmptyState>
          )}
          {!isReading && explored !== null && explored.length > 0 && problem === null && (
            <Results query={query} identifiers={explored} background={background} onChange={ask} />
          )}
        </Stack>
      </div>
    </>
  );
}

const modeShape = z.object({ mode: z.enum(['list', 'ranked']).catch('list') });

/** `/home/explore`: a list of genes against modules and gene sets, or a ranking of genes against gene sets. */
export function Explore() {
  const { query } = useAddressQuery(modeShape);
  if (query.mode === 'list') return <ExploreList />;
  return (
    <>
      <PageTitle title={NAMED_SCREENS.explore.title} />
      <ExploreModes mode="ranked" />
      <ExploreRanked />
    </>
  );
}
