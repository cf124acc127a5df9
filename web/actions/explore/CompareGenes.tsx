import { compareListsAddress } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { packList } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';

/** Opens the comparison of lists with these genes, under this name. */
export function CompareGenes({ name, genes }: { name: string; genes: readonly string[] }) {
  const { history } = useRouter();
  const { hasPermission } = useSession();
  const compare = useMutation({
    mutationFn: async () => compareListsAddress([{ kind: 'list', packed: await packList(genes), name }]),
    onSuccess: (address) => history.push(address),
  });
  if (!hasPermission(SEARCH_ACCESS)) return null;
  return (
    <SecondaryButton
      disabled={genes.length === 0}
      loading={compare.isPending}
      onClick={() => compare.mutate()}
    >
      Compare lists
    </SecondaryButton>
  );
}
