import { moduleAddress } from '@omicon/contract/addresses.ts';
import { listModules, type ModuleItem } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { collectModules } from '../../actions/collect/collect-rows.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { moduleColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { formatPValue, MISSING } from '../../ui/text/format.ts';

function TopSet({ set }: { set: ModuleItem['top_set'] }) {
  if (set === null) return MISSING;
  return (
    // P stays whole; a long name is cut before it.
    <span style={{ display: 'flex', gap: 6 }}>
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{set.set_name}</span>
      <span className="identifier" style={{ flex: 'none' }}>
        {formatPValue(set.p_value)}
      </span>
    </span>
  );
}

function columnsFor(version: number | undefined, comments: ModuleComments): Column<ModuleItem>[] {
  const columns: Column<ModuleItem>[] = [
    moduleColumn(200, (row) => moduleAddress(row.omicon_id, '', version ?? null)),
    { key: 'page_number', title: 'Page', kind: 'number', width: 70, value: (row) => row.page },
    { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 112 },
    {
      key: 'p_value',
      title: 'Most enriched gene set, P',
      width: 330,
      value: (row) => (row.top_set ? `${row.top_set.set_name} ${row.top_set.p_value}` : null),
      show: (row) => <TopSet set={row.top_set} />,
    },
    { key: 'seed', title: 'Seed', kind: 'number', width: 66 },
    { key: 'pos_bc', title: 'PosBC', kind: 'number', width: 76 },
    { key: 'pos_fdr', title: 'PosFDR', kind: 'number', width: 84 },
    { key: 'pc1_ve', title: 'PC1VE', kind: 'decimal', width: 84 },
    { key: 'homogeneity', title: 'Homogeneity', kind: 'decimal', width: 116 },
    { key: 'separation', title: 'Separation', kind: 'decimal', width: 104 },
    { key: 'specificity', title: 'Specificity', kind: 'decimal', width: 104 },
    { key: 'mean_expression', title: 'MeanExpr', kind: 'decimal', width: 100 },
  ];
  if (comments !== undefined) {
    // Before the statistics: as the last column, comments would be out of sight without scrolling.
    columns.splice(COMMENTS_AT, 0, {
      key: 'comments',
      title: 'Comments',
      kind: 'number',
      width: 96,
      value: (row) => comments.get(row.id) ?? 0,
      href: (row) => moduleAddress(row.omicon_id, 'comments'),
      isSortable: false,
    });
  }
  return columns;
}

/** Index of the comments column: after name, page, Omicon ID and gene set. */
const COMMENTS_AT = 4;

/** Comment counts by module number, for modules with comments; undefined for people who may not read comments. */
type ModuleComments = ReadonlyMap<number, number> | undefined;

interface ModuleGridProps {
  networkId: number;
  version: number | undefined;
  comments: ModuleComments;
}

/** Modules of a covariation network with their sizes, statistics, best gene set and comments. */
export function ModuleGrid({ networkId, version, comments }: ModuleGridProps) {
  const page = useAddressList(
    listModules,
    (query) => ({ params: { id: networkId }, query: { ...query, version } }),
    FIRST_ORDER.modules,
  );
  return (
    <ListGrid
      name="modules"
      caption="Modules"
      columns={columnsFor(version, comments)}
      {...page}
      rowKey={(row) => row.omicon_id}
      chosenAction={collectModules}
      emptyHint="No module of this network matches."
    />
  );
}
