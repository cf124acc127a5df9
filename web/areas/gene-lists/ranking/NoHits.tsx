import { Anchor } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { isNarrowed, rankingShape, WITHOUT_FILTERS } from './ranking-query.ts';

/** Genes of the list that have a link to their page. */
const MAX_GENES = 5;

interface NoHitsProps {
  /** what is ranked */
  what: 'module' | 'gene set';
  identifiers: readonly string[];
}

/** Why nothing of the chosen tab shares a gene with the list, and what may: no filters, the other tab, the genes. */
export function NoHits({ what, identifiers }: NoHitsProps) {
  const { query, setQuery } = useAddressQuery(rankingShape);
  const other = query.tab === 'modules' ? 'gene-sets' : 'modules';
  const ask = (label: string, changes: Readonly<Record<string, string | null>>) => (
    <Anchor
      component="button"
      type="button"
      size="sm"
      underline="always"
      onClick={() => setQuery({ ...changes, page: null })}
    >
      {label}
    </Anchor>
  );
  return (
    <>
      No {what} {isNarrowed(query) ? 'that matches the filters ' : ''}contains a gene of the list
      {query.background === '' ? '' : ' within the background'}.{' '}
      {isNarrowed(query) && <>{ask('Clear the filters', WITHOUT_FILTERS[query.tab])}. </>}
      {query.background !== '' && <>{ask('Use all genes as background', { background: null })}. </>}
      {ask(other === 'modules' ? 'Compare with modules' : 'Compare with gene sets', {
        tab: other === 'modules' ? null : other,
      })}
      . Pages of its genes:{' '}
      {identifiers.slice(0, MAX_GENES).map((gene, at) => (
        <span key={gene}>
          {at > 0 && ', '}
          <AddressLink href={geneAddress(gene)} size="sm" underline="always">
            {gene}
          </AddressLink>
        </span>
      ))}
      .
    </>
  );
}
