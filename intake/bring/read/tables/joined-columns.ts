/** Values of samples that come in one table each, joined by identifier into one matrix. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { SourceMatrix, SourceRow } from '../../study.ts';
import { refusalAt } from '../files/text-lines.ts';
import { type Note, remark } from './study-parts.ts';
import { MAX_COLUMNS } from './table-rows.ts';

const MAX_CELLS = 2e8;
const MAX_CHARACTERS = 15e8;
/** A string may not be longer than 2^29 characters. */
const MAX_CHARACTERS_OF_COLUMN = 256 * 1024 * 1024;
const NONE = 0xffff_ffff;

/** A column as one string, with the end of each value: 12 bytes a value instead of 40, and as it was written. */
interface PackedColumn {
  title: string;
  text: string;
  ends: Uint32Array;
  /** position of each feature in the column; null if it has the features of the matrix, in their order */
  positions: Uint32Array | null;
}

/** Joins one column after the other. Features are in the order of their first appearance. */
export class JoinedColumns {
  readonly #file: string;
  readonly #idColumn: string;
  readonly #features = new FeatureIndex();
  readonly #columns: PackedColumn[] = [];
  #cells = 0;
  #characters = 0;

  /** @param file name of the matrix, which is that of the file if there is only one */
  constructor(file: string, idColumn: string) {
    this.#file = file;
    this.#idColumn = idColumn;
  }

  get features(): number {
    return this.#features.size;
  }

  get samples(): number {
    return this.#columns.length;
  }

  /** A sample of the file that `file` names, to which values are added in order. */
  column(title: string, file: string): ColumnBuilder {
    if (this.#columns.length >= MAX_COLUMNS) throw refusal(file, 'Over 100,000 samples cannot be joined.');
    return new ColumnBuilder(file, this.#features, (column) => {
      this.#cells += column.ends.length;
      this.#characters += column.text.length;
      if (this.#cells > MAX_CELLS || this.#characters > MAX_CHARACTERS) {
        const sentence = `Samples of one table each with over ${countOf(MAX_CELLS, 'value')} or 1.5 GB in all cannot be joined; give them as one matrix.`;
        throw refusal(file, sentence);
      }
      this.#columns.push({ title, ...column });
    });
  }

  /** @param file its name, if several matrices come from one file */
  matrix(file = this.#file): SourceMatrix {
    return {
      file,
      columns: [this.#idColumn, ...this.#columns.map(({ title }) => title)],
      annotationColumns: [],
      idColumn: this.#idColumn,
      rows: () => this.#rows(),
    };
  }

  /** Says how many values are missing because a sample does not have every feature. */
  notes(): Note[] {
    const missing = this.#columns.reduce((sum, { ends }) => sum + this.#features.size - ends.length, 0);
    if (missing === 0) return [];
    const sentence = `${countOf(missing, 'value')} missing: not every sample has all ${countOf(this.#features.size, 'row')}.`;
    return [remark(this.#file, sentence)];
  }

  async *#rows(): AsyncGenerator<SourceRow> {
    for (const [index, id] of this.#features.ids.entries()) {
      const cells = [id, ...this.#columns.map((column) => valueAt(column, index))];
      yield { line: this.#features.lines[index] ?? 0, cells };
    }
  }
}

/** Features in the order of their first appearance, with the line of each. */
class FeatureIndex {
  readonly ids: string[] = [];
  readonly lines: number[] = [];
  readonly #indexes = new Map<string, number>();

  get size(): number {
    return this.ids.length;
  }

  /** Index of a feature, which is added if it is new. */
  indexOf(id: string, line: number): number {
    const index = this.#indexes.get(id);
    if (index !== undefined) return index;
    this.#indexes.set(id, this.ids.length);
    this.ids.push(id);
    this.lines.push(line);
    return this.ids.length - 1;
  }
}

/** A value as it was written; '' if the sample does not have the feature. */
function valueAt({ text, ends, positions }: PackedColumn, index: number): string {
  let at = index;
  if (positions !== null) at = index < positions.length ? u32At(positions, index) : NONE;
  if (at >= ends.length) return '';
  return text.slice(at === 0 ? 0 : u32At(ends, at - 1), u32At(ends, at));
}

type FinishedColumn = Omit<PackedColumn, 'title'>;

/** Values of one sample. */
export class ColumnBuilder {
  readonly #file: string;
  readonly #features: FeatureIndex;
  readonly #onEnd: (column: FinishedColumn) => void;
  readonly #values: string[] = [];
  /** position of the value of each feature; null as long as values are in the order of the features */
  #positions: number[] | null = null;
  #characters = 0;

  constructor(file: string, features: FeatureIndex, onEnd: (column: FinishedColumn) => void) {
    this.#file = file;
    this.#features = features;
    this.#onEnd = onEnd;
  }

  /** @throws IntakeRefusal if the sample has the identifier already */
  add(id: string, value: string, line: number): void {
    const at = this.#values.length;
    // Most samples have the same order, for which a comparison is 20 times faster than a look-up.
    if (this.#positions !== null || this.#features.ids[at] !== id) this.#place(id, at, line);
    this.#values.push(value);
    this.#characters += value.length;
    if (this.#characters > MAX_CHARACTERS_OF_COLUMN) {
      throw refusalAt(this.#file, line, 'The values of one sample are over 256 MB.');
    }
  }

  #place(id: string, at: number, line: number): void {
    const known = this.#features.size;
    const index = this.#features.indexOf(id, line);
    if (this.#positions === null && index === at) return;
    this.#positions ??= Array.from({ length: known }, (_, position) => (position < at ? position : NONE));
    while (this.#positions.length <= index) this.#positions.push(NONE);
    if (this.#positions[index] !== NONE) {
      throw refusalAt(this.#file, line, `The identifier "${id.slice(0, 60)}" appears twice in one sample.`);
    }
    this.#positions[index] = at;
  }

  end(): void {
    const ends = new Uint32Array(this.#values.length);
    let end = 0;
    for (let at = 0; at < ends.length; at += 1) {
      end += this.#values[at]?.length ?? 0;
      ends[at] = end;
    }
    // A copy through bytes, because a joined string would keep the blocks of text that its parts are slices of.
    const text = Buffer.from(this.#values.join(''), 'utf8').toString('utf8');
    const positions = this.#positions === null ? null : Uint32Array.from(this.#positions);
    this.#onEnd({ text, ends, positions });
  }
}
