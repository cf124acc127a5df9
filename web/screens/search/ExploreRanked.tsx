import { Alert, Stack, Text } from '@mantine/core';
import { sourceOfList, writeSource } from '../../actions/explore/ranked-source.ts';
import classes from '../../areas/gene-lists/gene-lists.module.css';
import { useSource } from '../../areas/gene-lists/sets/calls.ts';
import { RankedForm } from '../../areas/gene-lists/sets/RankedForm.tsx';
import { RankedOptionsForm } from '../../areas/gene-lists/sets/RankedOptionsForm.tsx';
import { RankedSets } from '../../areas/gene-lists/sets/RankedSets.tsx';
import { rankedOptions, rankedShape } from '../../areas/gene-lists/sets/ranked-query.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { isStored } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';

/** Explore for a ranked list: pasted, or all genes by kME or by the statistic of a comparison. */
export function ExploreRanked() {
  const { query, setQuery } = useAddressQuery(rankedShape);
  const { session } = useSession();
  const owner = session?.me.id ?? 0;
  const { ranking } = query;
  const source = useSource(ranking, owner);
  // A changed question starts at its first page.
  const ask = (changes: Record<string, string | null>, isSameStep?: boolean) =>
    setQuery({ ...changes, page: null }, isSameStep);
  const { known = null, problem = null } = source.data ?? {};
  return (
    <div className={classes.page}>
      <section aria-label="Your ranked list">
        <RankedForm onRank={async (list) => ask({ ranking: writeSource(await sourceOfList(list, owner)) })} />
      </section>
      <Stack gap="md" component="section" aria-label="Results" miw={0}>
        {problem !== null && (
          <Alert color="orange" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {ranking?.kind === 'list' && isStored(ranking.param) && problem === null && (
          <Alert variant="default" role="status">
            This list is too long for an address. It is kept in this browser tab; to share it, send the list
            itself.
          </Alert>
        )}
        {ranking !== null && source.isPending && <Waiting what="the ranking of the address" />}
        {ranking === null && (
          <EmptyState title="No ranking yet">
            Paste genes with their values, or press Ranked enrichment on a module or a comparison of samples.
            All gene sets are tested for genes at the top of the ranking.
          </EmptyState>
        )}
        {known !== null && (
          <>
            <RankedOptionsForm query={query} onChange={ask} />
            <RankedSets source={known} options={rankedOptions(query)} />
            <Text size="xs" c="dimmed" maw={640}>
              CERNO: −2 Σ ln(rank / genes), chi-square with twice as many degrees of freedom as the set has
              ranked genes. AUC: chance that a gene of the set is ranked above another, with P of the rank
              sum, two-sided. Values: whether genes of the set have larger or smaller values than others.
            </Text>
          </>
        )}
      </Stack>
    </div>
  );
}
