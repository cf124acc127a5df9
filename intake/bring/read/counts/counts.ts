/** Tables of counts of one study: made by NCBI for GEO, or by featureCounts. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { About, SourceMatrix, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import {
  baseName,
  countRows,
  emptyAbout,
  encodingNotes,
  type FeatureRows,
  type Note,
  type Reading,
  readFeatures,
  remark,
} from '../tables/study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from '../tables/table-rows.ts';
import { readSampleCounts } from './sample-counts.ts';

const FEATURE_COUNTS_TITLES = ['Geneid', 'Chr', 'Start', 'End', 'Strand', 'Length'];
const NCBI_ANNOTATION = /^GeneID\tSymbol\tDescription\t/;
const SAMPLE = /^GSM\d+$/;
const MAX_COMMENT_LINES = 100;

/** Reads tables of counts, and counts that come in one file for each sample. */
export async function readCounts(files: readonly TextFile[]): Promise<Reading[]> {
  const readings = [
    await readNcbi(files),
    await readFeatureCounts(files),
    ...(await readSampleCounts(files)),
  ];
  return readings.filter((reading) => reading !== null);
}

function titlesOf(text: TextFile): string[] {
  return (text.head[0] ?? '').split('\t');
}

function isOfNcbi(text: TextFile): boolean {
  const [first, ...others] = titlesOf(text);
  return first === 'GeneID' && others.length > 0 && others.every((title) => SAMPLE.test(title));
}

function isAnnotation({ head }: TextFile): boolean {
  return NCBI_ANNOTATION.test(head[0] ?? '');
}

/** Counts come before the values computed from them. */
function byName(a: TextFile, b: TextFile): number {
  return (
    Number(b.name.includes('raw_counts')) - Number(a.name.includes('raw_counts')) ||
    (a.name < b.name ? -1 : 1)
  );
}

async function readNcbi(files: readonly TextFile[]): Promise<Reading | null> {
  const used = files.filter(isOfNcbi).sort(byName);
  if (used.length === 0) return null;
  const tables = await readTables(
    used.map((text) => layoutOf(text, 1, titlesOf(text))),
    [],
  );
  const annotation = files.find(isAnnotation);
  const accession = used.flatMap(({ name }) => /GSE\d{1,9}/.exec(baseName(name))?.[0] ?? [])[0] ?? '';
  const about = {
    accession,
    source: 'GEO',
    organism: 'Homo sapiens',
    technology: 'RNA-seq',
    analyte: 'mRNA',
  };
  // NCBI counts reads of human series against GRCh38 and of mouse series against GRCm39; the file name tells which.
  if (used.some(({ name }) => /GRCm\d/.test(name))) about.organism = 'Mus musculus';
  const columns = tables.matrices[0]?.columns.length ?? 1;
  const form = 'NCBI counts';
  const sentence = `${form} of ${accession || 'a GEO series'}, ${countOf(columns - 1, 'sample')}, ${tables.size}`;
  return reading(used, tables, {
    form,
    sentence,
    about,
    features:
      annotation === undefined ? null : await readFeatures(layoutOf(annotation, 1, titlesOf(annotation))),
  });
}

async function readFeatureCounts(files: readonly TextFile[]): Promise<Reading | null> {
  const layouts = files.flatMap((text) => featureCountsLayout(text) ?? []);
  if (layouts.length === 0) return null;
  const tables = await readTables(layouts, FEATURE_COUNTS_TITLES.slice(1));
  const samples = layouts.reduce(
    (sum, { columns }) => sum + columns.length - FEATURE_COUNTS_TITLES.length,
    0,
  );
  const form = 'featureCounts';
  const about = { technology: 'RNA-seq', analyte: 'mRNA' };
  const sentence = `${form} table, ${countOf(samples, 'sample')}, ${tables.size}`;
  if (layouts.length > 1) {
    const sentence =
      'There are several tables of featureCounts; count all samples in one run, or choose one table.';
    tables.notes.push(remark(null, sentence));
  }
  return reading(
    layouts.map(({ text }) => text),
    tables,
    { form, sentence, about, features: null },
  );
}

function featureCountsLayout(text: TextFile): TableLayout | null {
  const at = text.head.slice(0, MAX_COMMENT_LINES).findIndex((line) => !line.startsWith('#'));
  const columns = (text.head[at] ?? '').split('\t');
  const isKnown = FEATURE_COUNTS_TITLES.every((title, index) => columns[index] === title);
  return isKnown && columns.length > FEATURE_COUNTS_TITLES.length ? layoutOf(text, at + 1, columns) : null;
}

function layoutOf(text: TextFile, linesBefore: number, columns: string[]): TableLayout {
  checkColumns(text.name, columns);
  return { text, separator: '\t', quoting: 'none', linesBefore, columns, endMark: null };
}

interface CountTables {
  matrices: SourceMatrix[];
  /** rows of each */
  size: string;
  notes: Note[];
}

async function readTables(
  layouts: readonly TableLayout[],
  annotationColumns: string[],
): Promise<CountTables> {
  const tables: CountTables = { matrices: [], size: '', notes: [] };
  const sizes: string[] = [];
  for (const layout of layouts) {
    const { columns, text } = layout;
    const { count, notes } = await countRows(tableRows(layout));
    tables.notes.push(...encodingNotes(text), ...notes);
    sizes.push(countOf(count, 'row'));
    tables.matrices.push({
      file: text.name,
      columns,
      annotationColumns,
      idColumn: columns[0] ?? null,
      rows: () => tableRows(layout),
    });
  }
  return { ...tables, size: [...new Set(sizes)].join(' and ') };
}

interface CountStudy {
  form: string;
  sentence: string;
  about: Partial<About>;
  features: FeatureRows | null;
}

function reading(
  texts: readonly TextFile[],
  { matrices, notes }: CountTables,
  { form, sentence, about, features }: CountStudy,
): Reading {
  const table = features?.table() ?? null;
  const files = texts.map(({ name }) => ({ name, taken_for: 'values' }));
  if (table !== null) files.push({ name: table.file, taken_for: 'features' });
  const study: Study = {
    form,
    sentence,
    confidence: 0.93,
    files,
    about: emptyAbout(about),
    matrices,
    sheets: [],
    features: table,
    notes: [...notes, ...(features?.notes() ?? [])],
  };
  return { study, used: new Set(files.map(({ name }) => name)), waiting: null };
}
