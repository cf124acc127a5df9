import { exploreAddress } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { IconDna } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { encodeList } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { listGenesOfSet, listModuleGenes } from './read-genes.ts';

interface ExploreGenesProps {
  label?: string;
  isDisabled?: boolean;
  read(): Promise<{ identifiers: string[]; total: number }>;
}

/** Opens Explore with the genes of a record. */
function ExploreGenes({ label = 'Explore these genes', isDisabled = false, read }: ExploreGenesProps) {
  const router = useRouter();
  const { session, hasPermission } = useSession();
  const explore = useMutation({
    mutationFn: async () => {
      const { identifiers, total } = await read();
      const genes = await encodeList(identifiers, session?.me.id ?? 0);
      return { address: exploreAddress(genes), count: identifiers.length, total };
    },
    onSuccess: ({ address, count, total }) => {
      if (total > count) {
        const message = `Of ${countOf(total, 'gene')} the first ${formatCount(count)} are explored.`;
        showToast({ type: 'warning', title: 'A long list', message, durationMs: 6000 });
      }
      router.history.push(address);
    },
  });
  if (!hasPermission(SEARCH_ACCESS)) return null;
  return (
    <SecondaryButton
      icon={IconDna}
      disabled={isDisabled}
      loading={explore.isPending}
      onClick={() => explore.mutate()}
    >
      {label}
    </SecondaryButton>
  );
}

export function ExploreGeneSet({ id, version }: { id: number; version: number }) {
  return <ExploreGenes read={() => listGenesOfSet(id, version)} />;
}

/** Opens Explore with a list that is there already. */
export function ExploreList({
  identifiers,
  ...props
}: Omit<ExploreGenesProps, 'read'> & { identifiers: readonly string[] }) {
  return (
    <ExploreGenes
      {...props}
      read={() => Promise.resolve({ identifiers: [...identifiers], total: identifiers.length })}
    />
  );
}

interface ExploreMembersProps {
  id: number;
  version: number;
  definition: ModuleDefinition;
}

/** Opens Explore with the members of a module under one definition. */
export function ExploreMembers({ id, version, definition }: ExploreMembersProps) {
  return <ExploreGenes read={() => listModuleGenes(id, definition, version)} />;
}
