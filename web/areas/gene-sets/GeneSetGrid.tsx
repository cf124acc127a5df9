import { type GeneSetItem, listGeneSets } from '@omicon/contract/gene-sets.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useListGeneSets } from './calls.ts';

const COLUMNS: readonly Column<GeneSetItem>[] = [
  { key: 'name', title: 'Set Name', kind: 'identifier', width: 280, value: (row) => row.name },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120, value: (row) => row.omicon_id },
  { key: 'set_id', title: 'Set ID', kind: 'identifier', width: 120, value: (row) => row.set_id },
  {
    key: 'set_source',
    title: 'Set Source',
    kind: 'text',
    width: 130,
    value: (row) => row.set_source,
    isSortable: false,
  },
  { key: 'category', title: 'Set Category', kind: 'text', width: 140, value: (row) => row.category },
  { key: 'size', title: 'Set Size', kind: 'number', width: 90, value: (row) => row.size },
  { key: 'species', title: 'Set Species', kind: 'text', width: 130, value: (row) => row.species },
  { key: 'pubmed_id', title: 'PubMed ID', kind: 'identifier', width: 110, value: (row) => row.pubmed_id },
  {
    key: 'description',
    title: 'Description',
    kind: 'text',
    width: 240,
    value: (row) => row.description,
    isSortable: false,
  },
  { key: 'updated_at', title: 'Date Updated', kind: 'date', width: 120, value: (row) => row.updated_at },
  {
    key: 'uploaded_by',
    title: 'Uploaded By',
    kind: 'text',
    width: 130,
    value: (row) => row.uploaded_by,
    isSortable: false,
  },
];

export function GeneSetGrid() {
  const { query, pagingOf } = useAddressGrid(listGeneSets.query, { sort: 'name' });
  const list = useListGeneSets(query);
  return (
    <DataGrid
      name="gene-sets"
      caption="Gene sets"
      columns={COLUMNS}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => row.name}
      emptyHint="Gene sets appear here once a collection of gene sets has been added."
    />
  );
}
