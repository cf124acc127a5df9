/** The chosen values as a table of features by samples. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import type { DataMap, IdKind } from '@omicon/domain/data-map/data-map.ts';
import { refusal } from '../../records.ts';
import { ownText } from '../../text/own-text.ts';
import type { CellForm } from '../propose/cells.ts';
import { cleanIdentifier, DistinctIds } from '../propose/feature-ids.ts';
import { type Layout, valueTitles } from '../propose/layout.ts';
import { featureId } from '../propose/paired-ids.ts';
import type { SourceRow } from '../study.ts';
import { CellRow } from './cell-row.ts';

/** Bytes of a table that must be turned in memory. */
const MAX_TURNED_BYTES = 1e9;

export interface FeatureRow {
  /** as the source has it */
  id: string;
  /** by sample, NaN where missing; valid until the next row */
  values: Float64Array;
  /** by sample, empty where missing; valid until the next row */
  texts: readonly string[];
}

export interface SourceTable {
  idKind: IdKind;
  samples: string[];
  /** cells with something in them that are written as missing; known when all rows were read */
  emptied: number;
  /** read anew with each call; features without identifier are left out */
  rows(): AsyncIterable<FeatureRow>;
}

function formOf(map: DataMap): CellForm {
  // Words of the laboratory are texts here, which are written as missing just as well.
  return { hasDecimalCommas: map.has_decimal_commas, missingWords: new Set() };
}

/** Rows of features that have an identifier. */
export async function* identifiedRows({ matrix, idAt }: Layout): AsyncIterable<SourceRow> {
  for await (const row of matrix.rows()) if (cleanIdentifier(row.cells[idAt] ?? '') !== '') yield row;
}

/** Samples in columns: rows are not kept. */
function tableOfColumns(layout: Layout, map: DataMap): SourceTable {
  const table: SourceTable = {
    idKind: map.id_kind,
    samples: valueTitles(layout),
    emptied: 0,
    async *rows() {
      const row = new CellRow(layout.valueAts, formOf(map));
      for await (const { cells } of identifiedRows(layout)) {
        row.read(cells);
        yield { id: (cells[layout.idAt] ?? '').trim(), values: row.values, texts: row.texts };
      }
      table.emptied = row.emptied;
    },
  };
  return table;
}

/** Reads all rows of samples. @throws IntakeRefusal if they do not fit into memory */
async function readSampleRows(
  layout: Layout,
  row: CellRow,
): Promise<{ samples: string[]; values: Float64Array[] }> {
  const samples: string[] = [];
  const values: Float64Array[] = [];
  for await (const { cells } of layout.matrix.rows()) {
    const name = (cells[layout.idAt] ?? '').trim();
    if (layout.leftOut.has(name)) continue;
    if ((values.length + 1) * row.values.byteLength > MAX_TURNED_BYTES)
      throw refusal(
        layout.matrix.file,
        'The table is too large to be turned; write it with samples in columns.',
      );
    row.read(cells);
    samples.push(name);
    values.push(row.values.slice());
  }
  return { samples, values };
}

/** Samples in rows: all values are in memory, as each line of the laboratory's file has one of each sample. */
async function tableOfRows(layout: Layout, map: DataMap): Promise<SourceTable> {
  const titles = valueTitles(layout);
  const hasIdentifier = titles.map((title) => cleanIdentifier(title) !== '');
  const kept = layout.valueAts.filter((_, at) => hasIdentifier[at]);
  const ids = titles.filter((_, at) => hasIdentifier[at]);
  const row = new CellRow(kept, formOf(map));
  const { samples, values } = await readSampleRows(layout, row);
  return {
    idKind: map.id_kind,
    samples,
    emptied: row.emptied,
    async *rows() {
      const feature = new Float64Array(samples.length);
      for (const [at, id] of ids.entries()) {
        for (const [sample, ofSample] of values.entries()) feature[sample] = f64At(ofSample, at);
        yield { id, values: feature, texts: Array.from(feature, textOf) };
      }
    },
  };
}

function textOf(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** The table of a layout. */
export async function sourceTable(layout: Layout, map: DataMap): Promise<SourceTable> {
  return layout.samplesIn === 'columns' ? tableOfColumns(layout, map) : tableOfRows(layout, map);
}

/** The features of a table, as a pass over its rows meets them. */
export class Features {
  /** as the source has them */
  readonly sourceIds: string[] = [];
  readonly #distinct = new DistinctIds();
  readonly #kind: IdKind;

  constructor(kind: IdKind) {
    this.#kind = kind;
  }

  /** Adds the feature of a row. @returns its identifier, which no other has */
  add(sourceId: string): string {
    this.sourceIds.push(ownText(sourceId));
    return this.#distinct.add(featureId(sourceId, this.#kind));
  }

  /** as they are written */
  get ids(): readonly string[] {
    return this.#distinct.ids;
  }
}
