import type { DataMap } from '@omicon/domain/data-map/data-map.ts';

/** A map of values.csv without a sheet, with changes. */
export function aDataMap(changes: Partial<DataMap>): DataMap {
  return {
    version: 1,
    matrix: 'values.csv',
    sheet: null,
    cells: null,
    samples_in: 'columns',
    id_column: 'gene',
    id_kind: 'SYMBOL',
    annotation_columns: [],
    left_out: [],
    label_column: null,
    attributes: [],
    has_decimal_commas: false,
    scale: 'log2',
    transformation: 'none',
    title: 'Doe 2026',
    accession: 'DOE1',
    source: '',
    pubmed_id: '',
    organism: 'Homo sapiens',
    technology: 'RNA-seq',
    platform: '',
    analyte: 'mRNA',
    notes: '',
    visibility: 'private',
    confirmed: [],
    ...changes,
  };
}
