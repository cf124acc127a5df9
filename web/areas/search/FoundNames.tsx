import type { Suggestion } from '@omicon/contract/areas/search.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { fromSuggestion } from '../../actions/collect/collected-items.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';

const KINDS: Record<Suggestion['kind'], string> = {
  gene: 'Gene',
  'meta-module': 'Meta-module',
  record: 'Record',
  network: 'Covariation network',
  module: 'Module',
  sample: 'Sample',
  'gene-set': 'Gene set',
};

const COLUMNS: readonly Column<Suggestion>[] = [
  { key: 'title', title: 'Name', width: 180, href: ({ href }) => samePortalPath(href) },
  // Second, as modules of many networks have the same name, and a small screen shows no more.
  { key: 'detail', title: 'What it is', width: 620 },
  { key: 'kind', title: 'Kind', width: 170, value: ({ kind }) => KINDS[kind] },
];

const COLLECT = collectRows(fromSuggestion);

/** Genes, meta-modules, networks, modules, samples and gene sets of this name. */
export function FoundNames({ rows }: { rows: readonly Suggestion[] }) {
  return (
    <DataGrid
      name="found-names"
      caption="Genes, networks, modules, samples and gene sets found"
      columns={COLUMNS}
      rows={rows}
      chosenAction={COLLECT}
      rowKey={({ href }) => href}
    />
  );
}
