import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { About, SampleSheet, SourceMatrix } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks } from '../files/text-lines.ts';
import { withoutQuotes } from '../tables/split-row.ts';
import { countRows, encodingNotes, fault, type Note, type Reading, remark } from '../tables/study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from '../tables/table-rows.ts';
import { aboutSeries, platformPhrase, valuesOf } from './geo-about.ts';
import { type GeoSample, sheetOfSamples } from './geo-samples.ts';

const FORM = 'GEO series matrix';
const BEGIN = '!series_matrix_table_begin';
const END = '!series_matrix_table_end';
const MAX_HEADER_LINES = 20_000;
const MAX_HEADER_CHARACTERS = 256 * 1024 * 1024;

/** Series matrices, one study for each accession. */
export async function readSeriesMatrices(files: readonly TextFile[]): Promise<Reading[]> {
  const parts = new Map<string, MatrixPart[]>();
  for (const text of files.filter(isSeriesMatrix)) {
    const part = await readPart(text);
    const key = part.about.accession || text.name;
    parts.set(key, [...(parts.get(key) ?? []), part]);
  }
  return [...parts.values()].map(studyOf);
}

function isSeriesMatrix({ head }: TextFile): boolean {
  return head.some((line) => line.startsWith('!Series_') && line.includes('\t')) && !head[0]?.startsWith('^');
}

interface MatrixPart {
  file: string;
  about: About;
  matrix: SourceMatrix | null;
  rows: number;
  sheet: SampleSheet | null;
  platforms: string[];
  samples: number;
  notes: Note[];
}

async function readPart(text: TextFile): Promise<MatrixPart> {
  const header = await readHeader(text);
  const file = text.name;
  const notes = [...encodingNotes(text), ...header.notes];
  const { about, notes: aboutNotes } = aboutSeries(file, header.series, header.samples);
  const { sheet, notes: sheetNotes } = sheetOfSamples(file, header.samples);
  notes.push(...aboutNotes, ...sheetNotes);
  const table = await readTable(text, header);
  return {
    file,
    about,
    ...table,
    sheet: header.samples.length === 0 ? null : sheet,
    platforms: [...new Set(valuesOf(header.samples, 'platform_id'))],
    samples: header.samples.length,
    notes: [...notes, ...table.notes],
  };
}

async function readTable(
  text: TextFile,
  header: Header,
): Promise<{ matrix: SourceMatrix | null; rows: number; notes: Note[] }> {
  if (header.columns === null) {
    const sentence = `There is no line ${BEGIN}; the file is not complete, download it again.`;
    return { matrix: null, rows: 0, notes: [fault(text.name, sentence)] };
  }
  const layout: TableLayout = {
    text,
    separator: '\t',
    quoting: 'outer',
    linesBefore: header.linesBefore,
    columns: header.columns,
    endMark: END,
  };
  const { count, notes } = await countRows(tableRows(layout));
  notes.push(...differentSamples(text.name, header));
  if (!text.tail.some((line) => line.trim().toLowerCase() === END) && notes.length === 0) {
    const sentence = `The line ${END} is missing: the file ends too early; download it again.`;
    notes.push(fault(text.name, sentence));
  }
  if (count === 0) return { matrix: null, rows: 0, notes };
  const matrix: SourceMatrix = {
    file: text.name,
    columns: header.columns,
    annotationColumns: [],
    idColumn: header.columns[0] ?? null,
    rows: () => tableRows(layout),
  };
  return { matrix, rows: count, notes };
}

/** Says how many samples only the table has, or only its description. */
function differentSamples(file: string, { columns, samples }: Header): Note[] {
  const described = new Set(samples.map(({ accession }) => accession));
  const titles = new Set((columns ?? []).slice(1));
  const onlyTitles = [...titles].filter((title) => !described.has(title));
  const onlyDescribed = [...described].filter((accession) => !titles.has(accession));
  if (onlyTitles.length + onlyDescribed.length === 0) return [];
  const sentence = `${countOf(onlyTitles.length, 'column')} of the table and ${countOf(onlyDescribed.length, 'sample')} of the description have no counterpart.`;
  return [remark(file, sentence)];
}

interface Header {
  series: Map<string, string[]>;
  samples: GeoSample[];
  /** titles of the table; null if there is no table */
  columns: string[] | null;
  linesBefore: number;
  notes: Note[];
}

async function readHeader(text: TextFile): Promise<Header> {
  const lines = new HeaderLines(text.name);
  let isTable = false;
  for await (const block of lineBlocks(text.source, text.encoding)) {
    for (const [at, line] of block.lines.entries()) {
      if (isTable) return lines.header(splitCells(line), block.line + at);
      if (line.trim().toLowerCase() === BEGIN) isTable = true;
      else lines.add(line, block.line + at);
    }
  }
  return lines.header(null, 0);
}

function splitCells(line: string): string[] {
  return line.split('\t').map((cell) => withoutQuotes(cell.trim()).trim());
}

/** Collects the lines before the table. */
class HeaderLines {
  readonly #file: string;
  readonly #series = new Map<string, string[]>();
  readonly #samples: GeoSample[] = [];
  readonly #notes: Note[] = [];
  #count = 0;
  #characters = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: string, number: number): void {
    this.#count += 1;
    this.#characters += line.length;
    if (this.#count > MAX_HEADER_LINES || this.#characters > MAX_HEADER_CHARACTERS) {
      throw refusal(this.#file, `The description before ${BEGIN} is too long; is this a series matrix?`);
    }
    const [first = '', ...cells] = splitCells(line);
    if (first.startsWith('!Series_')) {
      const name = first.slice('!Series_'.length);
      const values = this.#series.get(name) ?? [];
      values.push(cells.join('\t'));
      this.#series.set(name, values);
    }
    if (first.startsWith('!Sample_')) this.#addSamples(first.slice('!Sample_'.length), cells, number);
  }

  #addSamples(name: string, cells: string[], line: number): void {
    if (this.#samples.length === 0) {
      for (const _ of cells) this.#samples.push({ accession: '', lines: [] });
    }
    if (cells.length !== this.#samples.length) {
      const sentence = `!Sample_${name} has ${countOf(cells.length, 'value')} for ${countOf(this.#samples.length, 'sample')}; the line is left out.`;
      this.#notes.push(fault(this.#file, sentence, line));
      return;
    }
    for (const [at, sample] of this.#samples.entries()) {
      const value = cells[at] ?? '';
      if (name === 'geo_accession') sample.accession = value;
      sample.lines.push({ name, value });
    }
  }

  header(columns: string[] | null, linesBefore: number): Header {
    if (columns !== null) checkColumns(this.#file, columns);
    return {
      series: this.#series,
      samples: this.#samples,
      columns,
      linesBefore,
      notes: this.#notes,
    };
  }
}

function studyOf(parts: MatrixPart[]): Reading {
  const [first] = parts;
  const about = first?.about;
  if (about === undefined) throw new RangeError('A study has at least one file.');
  const matrices = parts.flatMap(({ matrix }) => (matrix === null ? [] : [matrix]));
  const samples = parts.reduce((sum, part) => sum + part.samples, 0);
  const rows = parts.filter(({ matrix }) => matrix !== null).map((part) => countOf(part.rows, 'row'));
  const size = rows.length === 0 ? 'no values' : rows.join(' and ');
  const platforms = platformPhrase(parts.flatMap((part) => part.platforms));
  const notes = parts.flatMap((part) => part.notes);
  return {
    study: {
      form: FORM,
      sentence: `${FORM} ${about.accession}${platforms}, ${countOf(samples, 'sample')}, ${size}`,
      confidence: 0.98,
      files: parts.map(({ file, matrix }) => ({
        name: file,
        taken_for: matrix === null ? 'samples' : 'values and samples',
      })),
      about,
      matrices,
      sheets: parts.flatMap(({ sheet }) => (sheet === null ? [] : [sheet])),
      features: null,
      notes,
    },
    used: new Set(parts.map(({ file }) => file)),
    waiting: matrices.length === 0 ? waitsForValues(first?.file ?? null, about.accession) : null,
  };
}

/** The note of a study whose values are in another file. */
export function waitsForValues(file: string | null, accession: string): Note {
  const sentence = `The series ${accession} has no values here, as usual for sequencing: add its file of counts, such as ${accession || 'GSE'}_raw_counts_GRCh38.p13_NCBI.tsv.gz.`;
  return fault(file, sentence);
}
