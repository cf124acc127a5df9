import { mappingTableAddress } from '@omicon/contract/addresses.ts';
import {
  listAnalyteMappings,
  listMappingTables,
  type MappingTableItem,
} from '@omicon/contract/areas/genes/mapping-tables.ts';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useDownload } from '../../actions/download/use-download.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { tableFileAddress } from './calls.ts';

const COLUMNS: readonly Column<MappingTableItem>[] = [
  { key: 'name', title: 'Name', width: 280, href: (row) => mappingTableAddress(row.name) },
  { key: 'version', title: 'Version', kind: 'version', width: 110 },
  { key: 'platform', title: 'Platform', width: 150 },
  { key: 'organism', title: 'Organism', width: 150 },
  { key: 'unique_identifier', title: 'Unique Identifier', width: 150 },
  { key: 'mapped_to', title: 'Mapped to', width: 180 },
  { key: 'rows', title: 'Rows', kind: 'number', width: 100 },
  { key: 'date_uploaded', title: 'Date Uploaded', kind: 'date', width: 130 },
  { key: 'size_bytes', title: 'Size', kind: 'size', width: 110 },
];

/** Organism tables have no platform, microarray tables no organism. */
function columnsOf(type: 'microarray' | 'organism' | null): readonly Column<MappingTableItem>[] {
  const missing = { microarray: 'organism', organism: 'platform' } as const;
  return type === null ? COLUMNS : COLUMNS.filter(({ key }) => key !== missing[type]);
}

/** Current mapping tables, all or of one type. */
export function MappingTableGrid({ type = null }: { type?: 'microarray' | 'organism' | null }) {
  const { query, pagingOf } = useAddressGrid(listMappingTables.query);
  const all = useEndpoint(listMappingTables, { query }, { enabled: type === null });
  const typed = useEndpoint(
    listAnalyteMappings,
    { query: { ...query, type: type ?? 'microarray' } },
    { enabled: type !== null },
  );
  const list = type === null ? all : typed;
  const router = useRouter();
  const { isOffered, download } = useDownload('RESOURCE_MAPPING_DOWNLOAD');

  function actionsOf(row: MappingTableItem): RowAction[] {
    const preview = {
      label: 'Preview',
      icon: IconEye,
      run: () => router.history.push(mappingTableAddress(row.name)),
    };
    const take = {
      label: 'Download',
      icon: IconDownload,
      run: () => download(tableFileAddress(row.id), `${row.name}.csv`),
    };
    return isOffered ? [preview, take] : [preview];
  }

  return (
    <ListGrid
      name="mapping-tables"
      caption="Mapping tables"
      columns={columnsOf(type)}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => String(row.id)}
      actions={actionsOf}
      emptyHint="Mapping tables appear here once they have been added."
    />
  );
}
