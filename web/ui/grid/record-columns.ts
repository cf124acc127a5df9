/** Columns that lists of several kinds share. */
import { dataSetAddress, geneSetAddress, networkAddress } from '@omicon/contract/addresses.ts';
import { nameVisibility, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { Column } from './columns.ts';

/** The name of a gene set, which opens its page. */
export function geneSetColumn<Key extends string, Row extends { [K in Key]: string } & { omicon_id: string }>(
  key: Key,
  width: number,
): Column<Row> {
  const href = ({ omicon_id }: Row) => geneSetAddress(omicon_id);
  return { key, title: 'Set Name', kind: 'identifier', width, value: (row) => row[key], href };
}

export function dataSetColumn<Row extends { data_set: { id: number; title: string } }>(
  width: number,
): Column<Row> & { href(row: Row): string } {
  return {
    key: 'data_set',
    title: 'Data set',
    width,
    value: ({ data_set }) => data_set.title,
    href: ({ data_set }) => dataSetAddress(data_set.id),
  };
}

export function networkColumn<Row extends { analysis_id: number; network: { id: number; name: string } }>(
  width: number,
): Column<Row> {
  return {
    key: 'network',
    title: 'Covariation network',
    kind: 'identifier',
    width,
    value: ({ network }) => network.name,
    href: ({ analysis_id, network }) => networkAddress(analysis_id, network.id),
  };
}

export function visibilityColumn<Row extends { visibility: Visibility }>(): Column<Row> {
  return {
    key: 'visibility',
    title: 'Availability',
    width: 110,
    value: ({ visibility }) => nameVisibility(visibility),
  };
}
