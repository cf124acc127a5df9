/** Lines of an analyte data file: two header lines, then one line for each feature. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { quoted } from '@omicon/domain/files/table-text.ts';
import { Features, type SourceTable } from './source-table.ts';
import type { Transform } from './transformations.ts';

/** What a pass over the values finds out; complete when all lines were taken. */
export class AnalytePass {
  readonly features: Features;
  /** by sample: the sum of its values in the source */
  readonly sums: Float64Array;
  /** values that have none after the transformation */
  lost = 0;
  readonly #table: SourceTable;
  /** null writes the values of the source */
  readonly #transform: Transform | null;

  constructor(table: SourceTable, transform: Transform | null) {
    this.features = new Features(table.idKind);
    this.#table = table;
    this.#transform = transform;
    this.sums = new Float64Array(table.samples.length);
  }

  async *lines(uniqueIdentifier: string): AsyncIterable<string> {
    const { samples } = this.#table;
    const transform = this.#transform;
    yield `INDEX,Feature,${samples.map((_, at) => at + 1).join(',')}`;
    yield `,${quoted(uniqueIdentifier)},${samples.map(quoted).join(',')}`;
    let index = 0;
    for await (const { id, values, texts } of this.#table.rows()) {
      index += 1;
      const feature = this.features.add(id);
      if (transform === null) this.#addSums(values);
      const cells = transform === null ? texts : this.#transformed(values, transform);
      yield `${index},${quoted(feature)},${cells.join(',')}`;
    }
  }

  #addSums(values: Float64Array): void {
    const { sums } = this;
    for (let sample = 0; sample < sums.length; sample += 1) {
      const value = f64At(values, sample);
      if (!Number.isNaN(value)) sums[sample] = f64At(sums, sample) + value;
    }
  }

  #transformed(values: Float64Array, transform: Transform): string[] {
    const cells = new Array<string>(values.length);
    for (let sample = 0; sample < values.length; sample += 1) {
      const value = f64At(values, sample);
      const text = Number.isNaN(value) ? '' : transform(value, sample);
      if (text === '' && !Number.isNaN(value)) this.lost += 1;
      cells[sample] = text;
    }
    return cells;
  }
}
