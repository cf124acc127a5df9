/** Collects series, platforms and samples of SOFT files into matrices, one for each platform. */
import type { FeatureTable } from '../../study.ts';
import { type ColumnBuilder, JoinedColumns } from '../tables/joined-columns.ts';
import { FeatureRows, fault, type Note, remark } from '../tables/study-parts.ts';
import type { GeoSample } from './geo-samples.ts';
import type { SoftHandler } from './soft-lines.ts';

const ID = 'ID_REF';
const VALUE = 'VALUE';

/** Samples of one platform. */
export interface FamilyPart {
  platform: string;
  samples: GeoSample[];
  values: JoinedColumns;
}

type Current =
  | { type: 'series' }
  | { type: 'platform'; name: string }
  | { type: 'sample'; sample: GeoSample }
  | { type: 'other' };

/** What SOFT files of one upload say, read one after the other. */
export class SoftFamily implements SoftHandler {
  readonly series = new Map<string, string[]>();
  readonly platformLines = new Map<string, string[]>();
  readonly parts = new Map<string, FamilyPart>();
  readonly notes: Note[] = [];
  readonly #samples: GeoSample[] = [];
  readonly #platforms = new Map<string, FeatureRows>();
  #file = '';
  #current: Current = { type: 'other' };
  #reading: { builder: ColumnBuilder; id: number; value: number } | null = null;
  #platform: FeatureRows | null = null;
  /** tables of samples without a column VALUE */
  #valueless = 0;

  begin(file: string): void {
    this.#file = file;
    this.#current = { type: 'other' };
    this.#reading = null;
    this.#platform = null;
  }

  entity(type: string, name: string): void {
    if (type === 'sample') this.#current = { type, sample: { accession: name, lines: [] } };
    else if (type === 'platform') this.#current = { type, name };
    else if (type === 'annotation') this.#current = { type: 'platform', name: '' };
    else this.#current = type === 'series' ? { type } : { type: 'other' };
    // The platform of a sample without a table is known only after its lines.
    if (this.#current.type === 'sample') this.#samples.push(this.#current.sample);
  }

  attribute(name: string, value: string): void {
    const bare = name.replace(/^(?:series|sample|platform|annotation)_/i, '');
    const { type } = this.#current;
    if (this.#current.type === 'sample') this.#current.sample.lines.push({ name: bare, value });
    else if (type === 'series') addLine(this.series, bare, value);
    else if (this.#current.type === 'platform') {
      if (bare === 'platform') this.#current = { type: 'platform', name: value };
      addLine(this.platformLines, bare, value);
    }
  }

  column(): void {}

  titles(columns: string[]): void {
    if (this.#current.type === 'platform') {
      this.#platform = new FeatureRows(this.#file, columns);
      this.#platforms.set(this.#current.name, this.#platform);
    }
    if (this.#current.type !== 'sample') return;
    const titles = columns.map((title) => title.trim().toUpperCase());
    const [id, value] = [titles.indexOf(ID), titles.indexOf(VALUE)];
    if (id < 0 || value < 0) {
      this.#valueless += 1;
      return;
    }
    const { sample } = this.#current;
    const builder = this.#partOf(sample).values.column(sample.accession, this.#file);
    this.#reading = { builder, id, value };
  }

  row(cells: string[], line: number): void {
    this.#platform?.add(cells);
    if (this.#reading === null) return;
    const { builder, id, value } = this.#reading;
    const name = (cells[id] ?? '').trim();
    if (name !== '') builder.add(name, cells[value] ?? '', line);
  }

  tableEnd(): void {
    this.#reading?.builder.end();
    this.#reading = null;
    this.#platform = null;
  }

  #partOf(sample: GeoSample): FamilyPart {
    const platform = sample.lines.find(({ name }) => name === 'platform_id')?.value ?? '';
    const part = this.parts.get(platform) ?? {
      platform,
      samples: [],
      values: new JoinedColumns(this.#file, ID),
    };
    this.parts.set(platform, part);
    return part;
  }

  /** Samples by platform, the platform with most samples first. */
  finish(): FamilyPart[] {
    for (const sample of this.#samples) this.#partOf(sample).samples.push(sample);
    if (this.#valueless > 0) {
      const sentence = `${this.#valueless} of the tables of samples have no columns ID_REF and VALUE and are left out.`;
      this.notes.push(fault(this.#file, sentence));
    }
    const parts = [...this.parts.values()].sort((a, b) => b.samples.length - a.samples.length);
    for (const { values } of parts) this.notes.push(...values.notes());
    return parts;
  }

  /** The table of a platform, or the largest without its name; null if there is none. */
  features(platform: string): FeatureTable | null {
    const tables = [...this.#platforms].sort(([, a], [, b]) => b.size - a.size);
    const found = tables.find(([name]) => name === platform) ?? (platform === '' ? tables[0] : undefined);
    if (found === undefined) return null;
    const [name, kept] = found;
    this.notes.push(...kept.notes());
    if (tables.length > 1) {
      const others = tables.length - 1;
      this.notes.push(remark(this.#file, `Of the platforms, ${name} is used; ${others} others are not.`));
    }
    return kept.table();
  }
}

function addLine(lines: Map<string, string[]>, name: string, value: string): void {
  const values = lines.get(name) ?? [];
  values.push(value);
  lines.set(name, values);
}
