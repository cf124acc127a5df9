/** Counts in one file for each sample, joined by gene: STAR, RSEM, salmon, kallisto and htseq-count. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks, refusalAt } from '../files/text-lines.ts';
import { JoinedColumns } from '../tables/joined-columns.ts';
import {
  baseName,
  emptyAbout,
  encodingNotes,
  folderOf,
  type Reading,
  remark,
} from '../tables/study-parts.ts';

interface SampleForm {
  form: string;
  idColumn: string;
  /** titles of the first line that is no comment; null if the file has no titles */
  titles: readonly string[] | null;
  /** known by its lines, for files without titles */
  isOf?: (text: TextFile) => boolean;
  /** title, or place from 0 without titles, -1 for the last */
  value: string | number;
  note: string;
}

const STAR_SUMS = /^N_(?:unmapped|multimapping|noFeature|ambiguous)$/;
const UNSTRANDED = 'The unstranded counts are used; of a stranded library, others would be right.';

/** Forms by their first line. @source the manual of each program */
const FORMS: readonly SampleForm[] = [
  {
    form: 'STAR counts',
    idColumn: 'gene_id',
    titles: null,
    isOf: ({ head }) => /^N_unmapped\t\d+\t\d+\t\d+$/.test(head[0] ?? ''),
    value: 1,
    note: UNSTRANDED,
  },
  {
    form: 'STAR counts of GDC',
    idColumn: 'gene_id',
    titles: ['gene_id', 'gene_name', 'gene_type', 'unstranded'],
    value: 'unstranded',
    note: UNSTRANDED,
  },
  {
    form: 'RSEM genes',
    idColumn: 'gene_id',
    titles: ['gene_id', 'transcript_id(s)', 'length', 'effective_length', 'expected_count'],
    value: 'expected_count',
    note: 'The column expected_count is used.',
  },
  {
    form: 'RSEM isoforms',
    idColumn: 'transcript_id',
    titles: ['transcript_id', 'gene_id', 'length', 'effective_length', 'expected_count'],
    value: 'expected_count',
    note: 'The column expected_count is used; the rows are transcripts.',
  },
  {
    form: 'salmon counts',
    idColumn: 'Name',
    titles: ['Name', 'Length', 'EffectiveLength', 'TPM', 'NumReads'],
    value: 'NumReads',
    note: 'The column NumReads is used.',
  },
  {
    form: 'kallisto counts',
    idColumn: 'target_id',
    titles: ['target_id', 'length', 'eff_length', 'est_counts', 'tpm'],
    value: 'est_counts',
    note: 'The column est_counts is used; the rows are transcripts.',
  },
  {
    form: 'htseq-count',
    idColumn: 'gene_id',
    titles: null,
    isOf: ({ tail }) => tail.some((line) => /^__(?:no_feature|ambiguous)\t/.test(line)),
    value: -1,
    note: 'The sums that begin with __ are left out.',
  },
];

/** What programs add to the name of a sample. */
const ENDING =
  /[._-]?(?:ReadsPerGene\.out\.tab|(?:rna_seq\.)?(?:augmented_)?star_gene_counts\.tsv|genes\.results|isoforms\.results|quant(?:\.genes)?\.sf|abundance\.tsv|(?:htseq[._-]?)?counts?(?:\.(?:txt|tsv|tab|csv))?|(?:txt|tsv|tab))$/i;

export async function readSampleCounts(files: readonly TextFile[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const form of FORMS) {
    const used = files.filter((text) => isOfForm(text, form));
    if (used.length > 0) readings.push(await joinSamples(used, form));
  }
  return readings;
}

function isOfForm(text: TextFile, { titles, isOf }: SampleForm): boolean {
  if (titles === null) return isOf?.(text) === true;
  const written = (text.head.find((line) => !line.startsWith('#')) ?? '').split('\t');
  return titles.every((title, at) => written[at] === title);
}

async function joinSamples(texts: readonly TextFile[], form: SampleForm): Promise<Reading> {
  const [first] = texts;
  const file = texts.length === 1 && first ? first.name : `${form.form} of ${texts.length} files`;
  const joined = new JoinedColumns(file, form.idColumn);
  const names = sampleNames(texts.map(({ name }) => name));
  for (const [at, text] of texts.entries())
    await readSample(text, { form, joined, name: names[at] ?? text.name });
  const samples = countOf(texts.length, 'sample');
  return {
    study: {
      form: form.form,
      sentence: `${form.form}, ${samples} in a file each, ${countOf(joined.features, 'row')}`,
      confidence: 0.92,
      files: texts.map(({ name }) => ({ name, taken_for: 'values' })),
      about: emptyAbout({ technology: 'RNA-seq', analyte: 'mRNA' }),
      matrices: [joined.matrix()],
      sheets: [],
      features: null,
      notes: [remark(file, form.note), ...joined.notes(), ...texts.flatMap(encodingNotes)],
    },
    used: new Set(texts.map(({ name }) => name)),
    waiting: null,
  };
}

interface Joining {
  form: SampleForm;
  joined: JoinedColumns;
  /** of the sample */
  name: string;
}

async function readSample(text: TextFile, { form, joined, name }: Joining): Promise<void> {
  const column = joined.column(name, text.name);
  let width: number | null = null;
  let value = typeof form.value === 'number' ? form.value : -1;
  for await (const { line, lines } of lineBlocks(text.source, text.encoding)) {
    for (const [at, one] of lines.entries()) {
      if (one === '' || (width === null && one.startsWith('#'))) continue;
      const cells = one.split('\t');
      const isTitles = width === null && form.titles !== null;
      width ??= cells.length;
      if (isTitles) value = cells.indexOf(String(form.value));
      if (cells.length !== width) {
        const sentence = `This row has ${countOf(cells.length, 'cell')}; the first has ${width}.`;
        throw refusalAt(text.name, line + at, sentence);
      }
      const [id = ''] = cells;
      if (isTitles || id === '' || STAR_SUMS.test(id) || id.startsWith('__')) continue;
      column.add(id, cells.at(value) ?? '', line + at);
    }
  }
  column.end();
}

/** Names of samples by their files, or by their folders if all files are called the same. */
export function sampleNames(paths: readonly string[]): string[] {
  const byFile = paths.map((path) => withoutEndings(baseName(path)));
  if (areNames(byFile)) return byFile;
  const byFolder = paths.map((path) => baseName(folderOf(path).slice(0, -1)));
  return areNames(byFolder) ? byFolder : [...paths];
}

function areNames(names: readonly string[]): boolean {
  return names.every((name) => name !== '') && new Set(names).size === names.length;
}

function withoutEndings(file: string): string {
  const name = file.replace(/\.gz$/i, '');
  const bare = name.replace(ENDING, '');
  return bare === name ? name : bare.replace(/[._-](?:htseq)$/i, '');
}
