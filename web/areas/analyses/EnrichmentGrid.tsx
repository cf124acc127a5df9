import {
  type EnrichedSet,
  isEnrichmentTested,
  listModuleEnrichment,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { RankedModuleLink } from '../../actions/explore/RankedLink.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { geneSetColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

const COLUMNS: readonly Column<EnrichedSet>[] = [
  geneSetColumn('set_name', 320),
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'definition', title: 'Definition', width: 110 },
  { key: 'set_id', title: 'Set ID', kind: 'identifier', width: 130 },
  { key: 'category', title: 'Set Category', width: 140 },
  { key: 'size', title: 'Set Size', kind: 'number', width: 90 },
  { key: 'species', title: 'Set Species', width: 130, isSortable: false },
  { key: 'source', title: 'Source', width: 120, isSortable: false },
];

/** Gene sets enriched in a module at P < .05, under every definition. */
export function EnrichmentGrid({ module }: { module: ModuleRecord }) {
  const page = useAddressList(
    listModuleEnrichment,
    (query) => ({
      params: { id: module.id },
      query: { ...query, version: module.version },
    }),
    { sort: 'p_value' },
  );
  return (
    <ListGrid
      name="module-enrichment"
      caption="Enriched gene sets (P < .05, not corrected)"
      columns={COLUMNS}
      {...page}
      chosenAction={collectRecords}
      rowKey={(row) => `${row.set_id} ${row.definition} ${row.source}`}
      emptyHint={
        isEnrichmentTested(module)
          ? 'No gene set is enriched in this module at P < .05.'
          : 'Enrichment was not tested in this module.'
      }
      toolbar={<RankedModuleLink id={module.id} />}
    />
  );
}
