import { Text } from '@mantine/core';
import type { CovariationNetworkItem } from '@omicon/contract/areas/analyses/analyses.ts';
import { chooseFirstNetwork } from '@omicon/domain/records/first-network.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount, MISSING } from '../../ui/text/format.ts';

// Together they fit beside the menu on a screen of 1440 px.
const COLUMNS: readonly Column<CovariationNetworkItem>[] = [
  { key: 'name', title: 'Covariation network', kind: 'identifier', width: 166 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 112 },
  { key: 'modules', title: 'Modules', kind: 'number', width: 80 },
  { key: 'themes', title: 'Themes', kind: 'number', width: 72 },
  {
    ...{ key: 'coverage', title: 'Features in modules', kind: 'decimal', width: 146 },
    show: ({ coverage }) => percentOf(coverage),
  },
  { key: 'similarity', title: 'Similarity', width: 82 },
  { key: 'overlap', title: 'Overlap', width: 72 },
  { key: 'rel_signum', title: 'RelSignum', kind: 'number', width: 92 },
  { key: 'signum', title: 'Signum', kind: 'number', width: 76 },
  { key: 'min_size', title: 'MinSize', kind: 'number', width: 78 },
  { key: 'merge_by', title: 'MergeBy', width: 80 },
  { key: 'merge_param', title: 'MergeParam', kind: 'number', width: 102 },
];

function percentOf(coverage: number | null): string {
  return coverage === null ? MISSING : `${coverage.toFixed(0)} %`;
}

/** What speaks for a network: the themes of its modules and the features in them. */
function reasonsFor({ themes, coverage }: CovariationNetworkItem): string {
  const most = themes === 0 ? [] : [`its modules cover the most themes (${formatCount(themes)})`];
  const share = coverage === null ? [] : [`${percentOf(coverage)} of the features are in a module`];
  return [...most, ...share].join(', and ');
}

/** A proposal which network to open first, with its reasons. */
function FirstNetwork({ networks, hrefOf }: NetworkGridProps) {
  const first = chooseFirstNetwork(networks);
  if (first === null) return null;
  const reasons = reasonsFor(first);
  return (
    <Text size="sm" mb="sm">
      Suggested first network:{' '}
      <AddressLink href={hrefOf(first)} size="sm" underline="always" title={first.name}>
        {shortNetworkName(first.name)} · {countOf(first.modules, 'module')}
      </AddressLink>
      {reasons === '' ? '.' : `, as ${reasons}.`}
    </Text>
  );
}

interface NetworkGridProps {
  networks: readonly CovariationNetworkItem[];
  hrefOf(network: CovariationNetworkItem): string;
}

/** Covariation networks of an analysis with the parameters that made them; `hrefOf` opens a network. */
export function NetworkGrid({ networks, hrefOf }: NetworkGridProps) {
  const columns = COLUMNS.map((column) => (column.key === 'name' ? { ...column, href: hrefOf } : column));
  return (
    <>
      <FirstNetwork networks={networks} hrefOf={hrefOf} />
      <DataGrid
        name="covariation-networks"
        caption="Covariation networks"
        columns={columns}
        rows={networks}
        rowKey={(row) => row.omicon_id}
      />
    </>
  );
}
