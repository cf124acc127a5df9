import { Stack, Text } from '@mantine/core';
import { listGenesOfMetaModule, type MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import { useMemo } from 'react';
import {
  type RankingQuery,
  rankingShape,
  setQuestion,
} from '../../areas/gene-lists/ranking/ranking-query.ts';
import { FoldSwitch } from '../../areas/gene-lists/sets/FoldSwitch.tsx';
import { SetFilters } from '../../areas/gene-lists/sets/SetFilters.tsx';
import { SetRanking } from '../../areas/gene-lists/sets/SetRanking.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { countOf } from '../../ui/text/format.ts';

function RankedSets({ query, symbols }: { query: RankingQuery; symbols: readonly string[] }) {
  const question = useMemo(
    () => setQuestion(query, { identifiers: symbols, background: [] }),
    [query, symbols],
  );
  return <SetRanking question={question} list="the consensus" />;
}

/** Gene sets by their overlap with the consensus genes of a meta-module, ranked as in Explore. */
export function MetaModuleSets({ meta }: { meta: MetaModuleDetail }) {
  const { query, setQuery } = useAddressQuery(rankingShape);
  const reply = useEndpoint(listGenesOfMetaModule, { params: { id: meta.id } });
  const symbols = useMemo(() => reply.data?.genes.map(({ symbol }) => symbol) ?? [], [reply.data]);
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the genes" />;
  if (symbols.length === 0)
    return <EmptyState title="No genes">This signal has no consensus genes.</EmptyState>;
  return (
    <Stack gap="md">
      <SetFilters query={query} onChange={(changes) => setQuery({ ...changes, page: null })}>
        <FoldSwitch fold={query.fold} onChange={(changes) => setQuery({ ...changes, page: null })} />
      </SetFilters>
      <RankedSets query={query} symbols={symbols} />
      <Text size="xs" c="dimmed" maw={640}>
        P is the hypergeometric chance of at least this overlap with the {countOf(symbols.length, 'gene')} of
        the consensus, among the genes of any gene set. q is P adjusted after Benjamini and Hochberg. The set
        that names a signal is looked for among the genes that are members in two cohorts or more, kinds of
        cells first.
      </Text>
    </Stack>
  );
}
