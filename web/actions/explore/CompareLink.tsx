import { compareListsAddress } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';

/** Opens the comparison of lists with this module or gene set. */
export function CompareLink({ list }: { list: { kind: 'module' | 'set'; id: number } }) {
  const { hasPermission } = useSession();
  if (!hasPermission(SEARCH_ACCESS)) return null;
  return (
    <ButtonLink size="xs" variant="default" href={compareListsAddress([list])}>
      Compare lists
    </ButtonLink>
  );
}
