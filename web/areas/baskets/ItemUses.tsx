import { Group } from '@mantine/core';
import { compareListsAddress, consensusAddress } from '@omicon/contract/addresses.ts';
import type { BasketItem } from '@omicon/contract/areas/baskets.ts';
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ExploreList } from '../../actions/explore/ExploreGenes.tsx';
import { SaveGeneSet } from '../../actions/gene-set/SaveGeneSet.tsx';
import { saveText, writeTable } from '../../ui/files/write-table.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { countLists, listsOf } from './lists-of-items.ts';

/** Lists of one comparison. */
const MOST_LISTS = 6;

function CompareButton({ items }: { items: readonly BasketItem[] }) {
  const { history } = useRouter();
  const compare = useMutation({
    mutationFn: async () => compareListsAddress(await listsOf(items)),
    onSuccess: (address) => history.push(address),
  });
  const count = countLists(items);
  if (count < 2) return null;
  return (
    <SecondaryButton
      disabled={count > MOST_LISTS}
      title={
        count > MOST_LISTS
          ? `Check up to ${MOST_LISTS} modules, meta-modules and gene sets to compare them.`
          : undefined
      }
      loading={compare.isPending}
      onClick={() => compare.mutate()}
    >
      Compare lists
    </SecondaryButton>
  );
}

interface ItemUsesProps {
  name: string;
  /** the checked items, or all */
  items: readonly BasketItem[];
  /** what other areas do with samples */
  ofSamples(samples: readonly BasketItem[]): ReactNode;
}

/** What can be done with items of a basket. */
export function ItemUses({ name, items, ofSamples }: ItemUsesProps) {
  const readable = items.filter(({ is_readable }) => is_readable);
  const modules = readable.flatMap(({ kind, record_number }) =>
    kind === 'module' && record_number !== null ? [record_number] : [],
  );
  const genes = readable.filter(({ kind }) => kind === 'gene').map((gene) => gene.name);
  const samples = readable.filter(({ kind }) => kind === 'sample');
  function download(): void {
    const rows = readable.map((item) => [item.kind, item.name, item.omicon_id, item.source]);
    const table = writeTable(['Kind', 'Name', 'Omicon ID', 'From'], rows, 'tsv');
    saveText(table, `${name.replaceAll(/\W+/g, '_')}.tsv`, 'text/tab-separated-values');
  }
  return (
    <Group gap="xs">
      {modules.length > 0 && (
        <ButtonLink
          size="xs"
          variant="default"
          href={consensusAddress(modules.slice(0, MAX_CONSENSUS_MODULES))}
        >
          Consensus of these modules
        </ButtonLink>
      )}
      <CompareButton items={readable} />
      {genes.length > 0 && (
        <>
          <ExploreList identifiers={genes} />
          <SaveGeneSet name={name} genes={genes} />
        </>
      )}
      {readable.length > 0 && (
        <SecondaryButton icon={IconDownload} onClick={download}>
          Items as TSV
        </SecondaryButton>
      )}
      {samples.length > 0 && ofSamples(samples)}
    </Group>
  );
}
