/** Proposes what the records are called and say of the study. */
import { basename } from 'node:path/posix';
import type { DataMap, IdKind, Scale } from '@omicon/domain/data-map/data-map.ts';
import type { About, Study } from '../study.ts';

const ACCESSION = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/;
const MAX_TITLE = 80;
const MAX_ACCESSION = 60;
/** Words that mark certain files of a folder for the intake. */
const WORDS_OF_FILES = /attributes|feature_metadata/i;

/** Whether a text can name the folder of a collection and its files. */
export function isAccession(text: string): boolean {
  return ACCESSION.test(text) && !WORDS_OF_FILES.test(text);
}

/** Tables of these files are named as if they were in a folder. */
const TABLE_OF_FILE = /([^/]+\.(?:h5ad|h5|hdf5|loom|rds|xlsx?|parquet)(?:\.gz)?)\/[^/]+$/i;

/** A file's name as an accession: without endings, with _ for other characters. */
export function accessionOf(file: string): string {
  const path = file.replaceAll('\\', '/').slice(-1000);
  const [, whole = path] = TABLE_OF_FILE.exec(path) ?? [];
  const stem = basename(whole)
    .slice(0, 200)
    .replace(/(?:\.(?:gz|txt|csv|tsv|tab|soft|xlsx?|zip|gct|h5ad|h5|hdf5|loom|parquet|rds))+$/i, '')
    .replace(/_(?:series_matrix|family|raw_counts.*)$/i, '')
    .replace(/sample_attributes|attributes|feature_metadata/gi, '')
    .normalize('NFD')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^[^A-Za-z0-9]+|[_.-]$/g, '')
    .slice(0, MAX_ACCESSION);
  return isAccession(stem) ? stem : 'DATA';
}

function cut(text: string, most: number): string {
  const plain = text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
  if (plain.length <= most) return plain;
  const start = plain.slice(0, most - 1);
  const lastBlank = start.lastIndexOf(' ');
  return `${(lastBlank > most / 2 ? start.slice(0, lastBlank) : start).trim()}\u2026`;
}

function titleOf({ title, accession }: About, fallback: string): string {
  const short = cut(title, MAX_TITLE);
  return short !== '' ? short : accession.trim() || fallback;
}

/** The laboratory has two technologies. */
function technologyOf(written: string): string {
  if (/seq/i.test(written)) return 'Sequencer';
  return /array|chip/i.test(written) ? 'Microarray' : cut(written, 200);
}

function analyteOf(written: string, kind: IdKind, scale: Scale): string {
  if (/^(?:total|poly ?a|messenger)\s?rna$|^rna$/i.test(written.trim())) return 'mRNA';
  if (written.trim() !== '') return cut(written, 200);
  if (scale === 'beta') return 'DNA methylation';
  return kind === 'other' ? '' : 'mRNA';
}

type Records = Pick<
  DataMap,
  | 'title'
  | 'accession'
  | 'source'
  | 'pubmed_id'
  | 'organism'
  | 'technology'
  | 'analyte'
  | 'notes'
  | 'visibility'
>;

/** The part of a map that describes the records; private until a person decides otherwise. */
export function proposeRecords(
  { about }: Study,
  { matrix, kind, scale }: { matrix: string; kind: IdKind; scale: Scale },
): Records {
  const written = about.accession.trim();
  const accession = isAccession(written) ? written : accessionOf(matrix);
  return {
    title: titleOf(about, accession),
    accession,
    source: cut(about.source, 500),
    pubmed_id: cut(about.pubmed_id, 50),
    organism: cut(about.organism, 200),
    technology: technologyOf(about.technology),
    analyte: analyteOf(about.analyte, kind, scale),
    notes: about.notes.trim().slice(0, 5000),
    visibility: 'private',
  };
}
