/** Study folders of cBioPortal. @source https://docs.cbioportal.org/file-formats/ */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { About, SampleSheet, SourceMatrix, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import {
  baseName,
  countRows,
  emptyAbout,
  encodingNotes,
  fault,
  folderOf,
  type Note,
  type Reading,
  readSheet,
} from '../tables/study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from '../tables/table-rows.ts';
import { joinPatients } from './cbioportal-clinical.ts';

const VALUES =
  /^data_(?:mrna|rna|expression|microrna|mirna|methylation|rppa|protein)\w*\.(?:txt|tsv)(?:\.gz)?$/i;
const SAMPLES = /^data_(?:bcr_)?clinical(?:_data)?_sample\.txt(?:\.gz)?$/i;
const PATIENTS = /^data_(?:bcr_)?clinical(?:_data)?_patient\.txt(?:\.gz)?$/i;
const META = /^meta_study\.txt$/i;
const FEATURE_COLUMNS = [
  'Hugo_Symbol',
  'Entrez_Gene_Id',
  'Composite.Element.REF',
  'ENTITY_STABLE_ID',
  'NAME',
  'DESCRIPTION',
  'TRANSCRIPT_ID',
  'Cytoband',
];
const SAMPLE_ID = 'SAMPLE_ID';
const MAX_TEXT_LENGTH = 500;
const MAX_NOTES_LENGTH = 2000;

interface StudyFolder {
  meta: TextFile | null;
  values: TextFile[];
  samples: TextFile | null;
  patients: TextFile | null;
}

/** One study for each folder with files that are called as cBioPortal calls them. */
export async function readCbioPortal(files: readonly TextFile[]): Promise<Reading[]> {
  const folders = new Map<string, StudyFolder>();
  for (const text of files) {
    const folder = folders.get(folderOf(text.name)) ?? {
      meta: null,
      values: [],
      samples: null,
      patients: null,
    };
    const name = baseName(text.name);
    if (META.test(name)) folder.meta = text;
    else if (SAMPLES.test(name)) folder.samples = text;
    else if (PATIENTS.test(name)) folder.patients = text;
    else if (VALUES.test(name)) folder.values.push(text);
    folders.set(folderOf(text.name), folder);
  }
  const readings: Reading[] = [];
  for (const folder of folders.values()) if (isOfStudy(folder)) readings.push(await readFolder(folder));
  return readings;
}

/** A single table may be called so by chance; it is read as a table. */
function isOfStudy({ meta, values, samples, patients }: StudyFolder): boolean {
  const parts = [meta, values[0] ?? null, samples ?? patients].filter((part) => part !== null);
  return (
    parts.length > 1 ||
    values.some(({ head }) => FEATURE_COLUMNS.includes((head[0] ?? '').split('\t')[0] ?? ''))
  );
}

async function readFolder(folder: StudyFolder): Promise<Reading> {
  const files = usedFiles(folder);
  const notes = files.flatMap(({ text }) => encodingNotes(text));
  const values = await readValues(folder.values, notes);
  const sheets = await readClinical(folder, notes);
  const about = aboutStudy(folder.meta);
  const [file = null] = files.map(({ text }) => text.name);
  const samples = sheets[0] === undefined ? 'no table of samples' : countOf(sheets[0].rows.length, 'sample');
  const size = values.rows === null ? 'no values' : countOf(values.rows, 'row');
  const study: Study = {
    form: 'cBioPortal study',
    sentence: `cBioPortal study ${about.accession}, ${samples}, ${size}`,
    confidence: 0.95,
    files: files.map(({ text, takenFor }) => ({ name: text.name, taken_for: takenFor })),
    about,
    matrices: values.matrices,
    sheets,
    features: null,
    notes,
  };
  const waiting = fault(
    file,
    'The study has no values here: add its file data_mrna_seq_v2_rsem.txt or the like.',
  );
  return {
    study,
    used: new Set(files.map(({ text }) => text.name)),
    waiting: values.matrices.length === 0 ? waiting : null,
  };
}

function usedFiles({ meta, values, samples, patients }: StudyFolder): { text: TextFile; takenFor: string }[] {
  const one = (text: TextFile | null, takenFor: string) => (text === null ? [] : [{ text, takenFor }]);
  return [
    ...values.map((text) => ({ text, takenFor: 'values' })),
    ...one(samples, 'samples'),
    ...one(patients, 'individuals'),
    ...one(meta, 'study'),
  ];
}

/** Values as measured come before z-scores, which are computed from them. */
async function readValues(
  texts: readonly TextFile[],
  notes: Note[],
): Promise<{ matrices: SourceMatrix[]; rows: number | null }> {
  const sorted = [...texts].sort(
    (a, b) => Number(isZScores(a)) - Number(isZScores(b)) || (a.name < b.name ? -1 : 1),
  );
  const matrices: SourceMatrix[] = [];
  let rows: number | null = null;
  for (const text of sorted) {
    const layout = tabLayout(text);
    const { count, notes: faults } = await countRows(tableRows(layout));
    notes.push(...faults);
    rows ??= count;
    const known = layout.columns.filter((title) => FEATURE_COLUMNS.includes(title));
    const [idColumn = null] = known;
    matrices.push({
      file: text.name,
      columns: layout.columns,
      annotationColumns: known.slice(1),
      idColumn,
      rows: () => tableRows(layout),
    });
  }
  return { matrices, rows };
}

function isZScores({ name }: TextFile): boolean {
  return /z_?scores/i.test(name);
}

/** A tab-separated table after lines that begin with #. */
function tabLayout(text: TextFile): TableLayout {
  const found = text.head.findIndex((line) => !line.startsWith('#') && line.trim() !== '');
  const at = Math.max(0, found);
  const columns = (text.head[at] ?? '').split('\t').map((title) => title.trim());
  checkColumns(text.name, columns);
  return { text, separator: '\t', quoting: 'none', linesBefore: at + 1, columns, endMark: null };
}

async function readClinical({ samples, patients }: StudyFolder, notes: Note[]): Promise<SampleSheet[]> {
  const ofPatients = patients === null ? null : await readSheet(tabLayout(patients));
  if (samples === null) return ofPatients === null ? [] : [ofPatients];
  const ofSamples = await readSheet(tabLayout(samples));
  const labelColumn = ofSamples.columns.includes(SAMPLE_ID) ? SAMPLE_ID : null;
  const labelled = { ...ofSamples, labelColumn };
  if (ofPatients === null) return [labelled];
  const { sheet, notes: joinNotes } = joinPatients(labelled, ofPatients);
  notes.push(...joinNotes);
  return [sheet];
}

/** What `meta_study.txt` says, in lines of `key: value`. */
function aboutStudy(meta: TextFile | null): About {
  const lines = new Map<string, string>();
  for (const line of meta?.head ?? []) {
    const at = line.indexOf(':');
    if (at > 0) lines.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const one = (key: string) => (lines.get(key) ?? '').slice(0, MAX_TEXT_LENGTH);
  const genome = one('reference_genome');
  const organism = /^(?:hg|GRCh)\d/i.test(genome)
    ? 'Homo sapiens'
    : /^(?:mm|GRCm)\d/i.test(genome)
      ? 'Mus musculus'
      : '';
  return emptyAbout({
    title: one('name'),
    accession: one('cancer_study_identifier'),
    source: meta === null ? '' : 'cBioPortal',
    pubmed_id: one('pmid').split(',')[0]?.trim() ?? '',
    organism,
    notes: (lines.get('description') ?? '').slice(0, MAX_NOTES_LENGTH),
  });
}
