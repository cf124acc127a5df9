import { rankedEnrichmentAddress } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { type ComparisonBody, sourceOfComparison, writeSource } from './ranked-source.ts';

const LABEL = 'Ranked enrichment';

/** Opens the gene sets at the top of all genes, ranked by kME with a module. */
export function RankedModuleLink({ id }: { id: number }) {
  const { hasPermission } = useSession();
  if (!hasPermission(SEARCH_ACCESS)) return null;
  const address = rankedEnrichmentAddress(writeSource({ kind: 'module', id }));
  return (
    <ButtonLink size="xs" variant="default" href={address}>
      {LABEL}
    </ButtonLink>
  );
}

/** Opens the gene sets at the top of all genes, ranked by the statistic of a comparison. */
export function RankedComparisonLink({ id, body }: { id: number; body: ComparisonBody }) {
  const router = useRouter();
  const { hasPermission } = useSession();
  const open = useMutation({
    mutationFn: async () => rankedEnrichmentAddress(writeSource(await sourceOfComparison(id, body))),
    onSuccess: (address) => router.history.push(address),
  });
  if (!hasPermission(SEARCH_ACCESS)) return null;
  return (
    <SecondaryButton loading={open.isPending} onClick={() => open.mutate()}>
      {LABEL}
    </SecondaryButton>
  );
}
