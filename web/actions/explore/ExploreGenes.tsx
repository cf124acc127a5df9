import { exploreAddress } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { listModuleMembers } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listGenes } from '@omicon/contract/areas/genes/gene-sets.ts';
import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { IconDna } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../base/calls/call.ts';
import { encodeList, MAX_IDENTIFIERS } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

const PAGE = 100;

/** All items of a paged list, up to the maximum that can be explored. */
async function readPages(
  read: (page: number) => Promise<{ items: string[]; total: number }>,
): Promise<{ identifiers: string[]; total: number }> {
  const identifiers: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page);
    identifiers.push(...items);
    const isWhole = items.length === 0 || identifiers.length >= Math.min(total, MAX_IDENTIFIERS);
    if (isWhole) return { identifiers: identifiers.slice(0, MAX_IDENTIFIERS), total };
  }
}

function listGenesOfSet(id: number, version: number) {
  return readPages(async (page) => {
    const query = { page, page_size: PAGE, sort: 'place' as const, order: 'asc' as const, version };
    const { results, total } = await callEndpoint(listGenes, { params: { id }, query });
    return { items: results.map(({ gene }) => gene), total };
  });
}

/** Features with the highest kME first. */
function listModuleGenes(id: number, definition: ModuleDefinition, version: number) {
  return readPages(async (page) => {
    const query = {
      page,
      page_size: PAGE,
      sort: 'kme' as const,
      order: 'desc' as const,
      definition,
      version,
    };
    const { results, total } = await callEndpoint(listModuleMembers, { params: { id }, query });
    return { items: results.map(({ feature }) => feature), total };
  });
}

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
