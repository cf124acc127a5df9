import { type EnrichedModule, listEnrichedModules } from '@omicon/contract/areas/gene-sets.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { analysisAddress, moduleAddress, networkAddress } from '../../base/addresses/addresses.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

const COLUMNS: readonly Column<EnrichedModule>[] = [
  { key: 'module', title: 'Module', kind: 'text', width: 150, href: (row) => moduleAddress(row.omicon_id) },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'definition', title: 'Definition', kind: 'text', width: 110 },
  {
    key: 'network',
    title: 'Covariation network',
    kind: 'identifier',
    width: 280,
    href: (row) => networkAddress(row.analysis_id, row.network_id),
  },
  {
    key: 'analysis',
    title: 'Analysis',
    kind: 'text',
    width: 220,
    href: (row) => analysisAddress(row.analysis_id),
  },
  { key: 'data_set', title: 'Input data set', kind: 'text', width: 260, isSortable: false },
  { key: 'source', title: 'Source', kind: 'text', width: 120, isSortable: false },
];

/** Modules in which a gene set is enriched at P < .05, smallest P first. */
export function EnrichedModuleGrid({ id }: { id: number }) {
  const { query, pagingOf } = useAddressGrid(listEnrichedModules.query, { sort: 'p_value' });
  const list = useEndpoint(listEnrichedModules, { params: { id }, query });
  return (
    <ListGrid
      name="enriched-modules"
      caption="Modules enriched in this set (P < .05, not corrected)"
      columns={COLUMNS}
      list={list}
      chosenAction={collectRecords}
      pagingOf={pagingOf}
      rowKey={(row) => `${row.omicon_id} ${row.definition} ${row.source}`}
      rowName={(row) => row.module}
      rowHref={(row) => moduleAddress(row.omicon_id)}
      emptyHint="This set is not enriched in any module you can read at P < .05."
    />
  );
}
