import type { CovariationNetworkItem } from '@omicon/contract/areas/analyses/analyses.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';

const COLUMNS: readonly Column<CovariationNetworkItem>[] = [
  { key: 'name', title: 'Covariation network', kind: 'identifier', width: 400 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120 },
  { key: 'modules', title: 'Modules', kind: 'number', width: 90 },
  { key: 'similarity', title: 'Similarity', width: 110 },
  { key: 'overlap', title: 'Overlap', width: 100 },
  { key: 'rel_signum', title: 'RelSignum', kind: 'number', width: 100 },
  { key: 'signum', title: 'Signum', kind: 'number', width: 90 },
  { key: 'min_size', title: 'MinSize', kind: 'number', width: 90 },
  { key: 'merge_by', title: 'MergeBy', width: 100 },
  { key: 'merge_param', title: 'MergeParam', kind: 'number', width: 110 },
];

/** Covariation networks of an analysis with the parameters that made them; `hrefOf` opens a network. */
export function NetworkGrid({
  networks,
  hrefOf,
}: {
  networks: readonly CovariationNetworkItem[];
  hrefOf(network: CovariationNetworkItem): string;
}) {
  const columns = COLUMNS.map((column) => (column.key === 'name' ? { ...column, href: hrefOf } : column));
  return (
    <DataGrid
      name="covariation-networks"
      caption="Covariation networks"
      columns={columns}
      rows={networks}
      rowKey={(row) => row.omicon_id}
    />
  );
}
