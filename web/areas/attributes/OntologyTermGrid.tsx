import { listOntologyTerms, type OntologyTerm } from '@omicon/contract/areas/attributes.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

const parents = (ids: readonly string[]) => (ids.length === 0 ? null : ids.join(', '));

const COLUMNS: readonly Column<OntologyTerm>[] = [
  { key: 'name', title: 'Term', width: 320 },
  { key: 'term_id', title: 'Term ID', kind: 'identifier', width: 160 },
  { key: 'is_a', title: 'Is a', width: 240, isSortable: false, value: (row) => parents(row.is_a) },
  { key: 'part_of', title: 'Part of', width: 240, isSortable: false, value: (row) => parents(row.part_of) },
  {
    key: 'is_obsolete',
    title: 'Obsolete',
    width: 100,
    isSortable: false,
    value: (row) => (row.is_obsolete ? 'Yes' : 'No'),
  },
];

/** Terms of the current version of an ontology. */
export function OntologyTermGrid({ name }: { name: string }) {
  const page = useAddressList(listOntologyTerms, (query) => ({ params: { name }, query }));
  return (
    <ListGrid
      name="ontology-terms"
      caption={`Terms of ${name}`}
      columns={COLUMNS}
      {...page}
      rowKey={(row) => row.term_id}
    />
  );
}
