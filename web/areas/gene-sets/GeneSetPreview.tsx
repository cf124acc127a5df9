import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { geneAddress, geneSetAddress } from '@omicon/contract/addresses.ts';
import { type GeneSetItem, listGenes } from '@omicon/contract/areas/genes/gene-sets.ts';
import { Fragment } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';

const MAX_SHOWN = 100;

/** The first genes of a set; its page lists all. */
function GeneSetPreview({ set }: { set: GeneSetItem }) {
  const genes = useEndpoint(listGenes, { params: { id: set.id }, query: { page_size: MAX_SHOWN } });
  if (genes.isError) return <Text>{describeError(genes.error)}</Text>;
  if (genes.isPending) return <Waiting what="the genes" />;
  const { results, total } = genes.data;
  return (
    <Stack gap="sm">
      <Text size="sm">{set.description}</Text>
      <Text size="sm" c="dimmed">
        {countOf(total, 'gene')}
        {total > results.length && `, the first ${results.length}`}
      </Text>
      <Text size="sm" className="identifier" style={{ overflowWrap: 'anywhere' }}>
        {results.map(({ gene, place }, at) => (
          <Fragment key={place}>
            {at > 0 && ', '}
            <AddressLink href={geneAddress(gene)} onClick={() => modals.closeAll()}>
              {gene}
            </AddressLink>
          </Fragment>
        ))}
      </Text>
      <AddressLink href={geneSetAddress(set.omicon_id)} onClick={() => modals.closeAll()}>
        Open {set.name}
      </AddressLink>
    </Stack>
  );
}

export function openGeneSetPreview(set: GeneSetItem): void {
  modals.open({ title: set.name, size: 'lg', children: <GeneSetPreview set={set} /> });
}
