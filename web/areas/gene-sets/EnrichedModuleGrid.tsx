import { analysisAddress, moduleAddress, networkAddress } from '@omicon/contract/addresses.ts';
import { type EnrichedModule, listEnrichedModules } from '@omicon/contract/areas/genes/gene-sets.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { moduleColumnOf } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

const COLUMNS: readonly Column<EnrichedModule>[] = [
  moduleColumnOf({
    key: 'module',
    title: 'Module',
    width: 220,
    module: ({ module, theme }) => ({ name: module, theme }),
    href: ({ omicon_id }) => moduleAddress(omicon_id),
  }),
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'definition', title: 'Definition', width: 110 },
  {
    key: 'network',
    title: 'Covariation network',
    kind: 'identifier',
    width: 280,
    href: (row) => networkAddress(row.analysis_id, row.network_id),
  },
  { key: 'analysis', title: 'Analysis', width: 220, href: (row) => analysisAddress(row.analysis_id) },
  { key: 'data_set', title: 'Input data set', width: 260, isSortable: false },
  { key: 'source', title: 'Source', width: 120, isSortable: false },
];

/** Modules in which a gene set is enriched at P < .05, smallest P first. */
export function EnrichedModuleGrid({ id }: { id: number }) {
  const page = useAddressList(listEnrichedModules, (query) => ({ params: { id }, query }), {
    sort: 'p_value',
  });
  return (
    <ListGrid
      name="enriched-modules"
      caption="Modules enriched in this set (P < .05, not corrected)"
      columns={COLUMNS}
      {...page}
      chosenAction={collectRecords}
      rowKey={(row) => `${row.omicon_id} ${row.definition} ${row.source}`}
      emptyHint="In no module you can read is this set enriched at P < .05, or it was not tested."
    />
  );
}
