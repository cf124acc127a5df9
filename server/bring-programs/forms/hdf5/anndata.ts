/** AnnData files (h5ad), in the encodings of anndata 0.5 to 0.13. @source https://anndata.readthedocs.io/en/latest/fileformat-prose.html */
import { BinaryRefusal } from '../../binary-form.ts';
import { hasCellTypes, MOST_SAMPLES } from '../../cells/cell-columns.ts';
import { areCounts, type ExpressionFile, type Frame, type ValueMatrix } from '../../expression.ts';
import { readFrame } from './frame.ts';
import { denseMatrix, sparseOfAnnData } from './matrix.ts';
import type { OpenFile } from './open-file.ts';

interface Candidate {
  /** path of the matrix, and of the frame of its features */
  path: string;
  features: string;
  isSparse: boolean;
}

/** Layers and raw values are stored when features are filtered and values normalised. */
const PREFERRED = ['/layers/counts', '/layers/raw_counts', '/raw/X', '/raw.X', '/X'];

function candidatesOf(file: OpenFile): Candidate[] {
  return PREFERRED.flatMap((path) => {
    const found = file.find(path);
    if (found === null) return [];
    const features = path.startsWith('/raw') ? path.replace(/X$/, 'var') : '/var';
    return [{ path, features, isSparse: found.type === 'Group' }];
  });
}

interface Opened extends Candidate {
  frame: Frame;
  matrix: ValueMatrix;
}

function openMatrix(file: OpenFile, candidate: Candidate, samples: number, notes: string[]): Opened {
  const frame = readFrame(file, candidate.features, notes);
  const sides = { features: frame.names.length, samples };
  const group = file.group(candidate.path);
  const dataset = file.dataset(candidate.path);
  if (group !== null) return { ...candidate, frame, matrix: sparseOfAnnData(file, group, sides) };
  if (dataset === null) throw new BinaryRefusal(`The HDF5 file has no ${candidate.path}.`);
  return { ...candidate, frame, matrix: denseMatrix(dataset, sides, false) };
}

/** Of cells the first matrix of counts, otherwise X. */
function chooseMatrix(
  file: OpenFile,
  { samples, isCells, notes }: { samples: number; isCells: boolean; notes: string[] },
): Opened {
  const candidates = candidatesOf(file);
  if (candidates.length === 0)
    throw new BinaryRefusal('The AnnData file has no X, raw or layer of counts: there are no values in it.');
  const inOrder = isCells ? candidates : candidates.toReversed();
  let last: { opened: Opened; own: string[] } | null = null;
  for (const candidate of inOrder) {
    const own: string[] = [];
    const opened = openMatrix(file, candidate, samples, own);
    last = { opened, own };
    if (!isCells || areCounts(opened.matrix)) break;
  }
  if (last === null) throw new BinaryRefusal('The AnnData file has no values.');
  notes.push(...last.own);
  if (candidates.length > 1) {
    const others = candidates
      .filter(({ path }) => path !== last.opened.path)
      .map(({ path }) => path.slice(1));
    notes.push(`Values of ${last.opened.path.slice(1)} are taken, not those of ${others.join(', ')}.`);
  }
  return last.opened;
}

export function isAnnData(file: OpenFile): boolean {
  return file.names('/').includes('obs') && file.names('/').includes('var');
}

export function readAnnData(file: OpenFile): ExpressionFile {
  const notes: string[] = [];
  const samples = readFrame(file, '/obs', notes);
  const isSparse = candidatesOf(file).some((candidate) => candidate.isSparse);
  const isCells = samples.names.length > MOST_SAMPLES || (isSparse && hasCellTypes(samples.titles));
  const { frame, matrix } = chooseMatrix(file, { samples: samples.names.length, isCells, notes });
  return { form: 'AnnData file', features: frame, samples, matrix, isCells, notes };
}
