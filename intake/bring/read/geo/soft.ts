import { countOf } from '@omicon/domain/records/count-of.ts';
import type { SampleSheet, SourceMatrix, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { encodingNotes, fault, type Note, type Reading } from '../tables/study-parts.ts';
import { aboutSeries, platformPhrase } from './geo-about.ts';
import { type GeoSample, sheetOfSamples } from './geo-samples.ts';
import { waitsForValues } from './geo-series-matrix.ts';
import { type FamilyPart, SoftFamily } from './soft-family.ts';
import { eachSoftPart } from './soft-lines.ts';

const ENTITY = /^\^(database|dataset|series|sample|platform|annotation)\b/i;

/** Type of the first entity that tells the form, in lower case; null if the file is not SOFT. */
export function softType({ head }: TextFile): string | null {
  const types = head.flatMap((line) => ENTITY.exec(line.slice(0, 40))?.[1]?.toLowerCase() ?? []);
  return types.find((type) => type !== 'database') ?? null;
}

/** SOFT files of series, samples and platforms, as one study; samples may come one file each. */
export async function readSoftFamilies(files: readonly TextFile[]): Promise<Reading[]> {
  const used = files.filter((text) =>
    ['series', 'sample', 'platform', 'annotation'].includes(softType(text) ?? ''),
  );
  if (used.length === 0) return [];
  const family = new SoftFamily();
  for (const text of used) {
    family.begin(text.name);
    const { isComplete } = await eachSoftPart(text, family);
    if (!isComplete) {
      family.notes.push(
        fault(text.name, 'The last table has no end: the file ends too early; download it again.'),
      );
    }
    family.notes.push(...encodingNotes(text));
  }
  return [familyStudy(used, family)];
}

function familyStudy(files: readonly TextFile[], family: SoftFamily): Reading {
  const [{ name: file } = { name: '' }] = files;
  const parts = family.finish();
  const samples = parts.flatMap((part) => part.samples);
  const about = aboutSeries(file, family.series, samples);
  const { matrices, sheets, notes: sheetNotes } = tablesOf(file, parts);
  const features = family.features(parts[0]?.platform ?? '');
  const notes = [...family.notes, ...about.notes, ...sheetNotes, ...platformNotes(file, samples.length)];
  const accession = nameOf(family, samples) || about.about.accession;
  if (samples.length > 0 && family.series.size === 0) notes.push(needsSeries(file, samples.length));
  const platforms = platformPhrase(parts.map(({ platform }) => platform));
  const study: Study = {
    form: 'GEO SOFT',
    sentence: `GEO SOFT ${accession}${platforms}, ${countOf(samples.length, 'sample')}, ${sizeOf(parts, features?.rows.size ?? 0)}`,
    confidence: samples.length === 0 ? 0.4 : 0.97,
    files: files.map((text) => ({ name: text.name, taken_for: takenFor(samples.length, features !== null) })),
    about: { ...about.about, technology: about.about.technology || technologyOf(family) },
    matrices,
    sheets,
    features,
    notes,
  };
  const isWaiting = samples.length > 0 && matrices.length === 0;
  return {
    study,
    used: new Set(files.map(({ name }) => name)),
    waiting: isWaiting ? waitsForValues(file, about.about.accession) : null,
  };
}

/** Accession of what the files are: a series, one sample, or a platform; '' for samples of several files. */
function nameOf({ series, platformLines }: SoftFamily, samples: readonly GeoSample[]): string {
  const ofSeries = series.get('geo_accession')?.[0];
  const ofSample = samples.length === 1 ? samples[0]?.accession : undefined;
  const ofPlatform = samples.length === 0 ? platformLines.get('geo_accession')?.[0] : undefined;
  return ofSeries ?? ofSample ?? ofPlatform ?? '';
}

/** The technology by the platform, for a series whose type does not tell it. */
function technologyOf({ platformLines }: SoftFamily): string {
  const technology = platformLines.get('technology')?.[0] ?? '';
  return /oligonucleotide|spotted|bead/i.test(technology) ? 'Microarray' : '';
}

function takenFor(samples: number, hasFeatures: boolean): string {
  if (samples === 0) return 'platform';
  return hasFeatures ? 'values, samples and platform' : 'values and samples';
}

function sizeOf(parts: readonly FamilyPart[], features: number): string {
  const rows = parts.flatMap(({ values }) => (values.samples === 0 ? [] : [countOf(values.features, 'row')]));
  if (rows.length > 0) return rows.join(' and ');
  return features === 0 ? 'no values' : `${countOf(features, 'feature')} of the platform`;
}

/** A matrix and a sheet for each platform, called by it if there are several. */
function tablesOf(
  file: string,
  parts: readonly FamilyPart[],
): { matrices: SourceMatrix[]; sheets: SampleSheet[]; notes: Note[] } {
  const matrices: SourceMatrix[] = [];
  const sheets: SampleSheet[] = [];
  const notes: Note[] = [];
  for (const { platform, samples, values } of parts) {
    const name = parts.length === 1 ? file : `${file} (${platform})`;
    if (values.features > 0) matrices.push(values.matrix(name));
    const described = sheetOfSamples(name, samples);
    sheets.push(described.sheet);
    notes.push(...described.notes);
  }
  return { matrices, sheets, notes };
}

function platformNotes(file: string, samples: number): Note[] {
  if (samples > 0) return [];
  return [fault(file, 'A table of a platform has no values: add a series matrix or a table of values.')];
}

function needsSeries(file: string, samples: number): Note {
  const few =
    samples === 1 ? 'One GEO sample is no data set' : `${countOf(samples, 'sample')} without their series`;
  const sentence = `${few}: give the series matrix or the SOFT family of the series instead.`;
  return samples === 1 ? fault(file, sentence) : { ...fault(file, sentence), isFault: false };
}
