/** Joins what several readers made of one upload. */
import type { SampleSheet, SourceMatrix, Study } from '../study.ts';
import { type Note, type Reading, remark } from './tables/study-parts.ts';

interface Upload {
  /** every file that was given */
  names: readonly string[];
  /** what is wrong with files that no reader has taken */
  notes: readonly Note[];
}

/**
 * Studies, the surest first. A series without values takes those of a table of counts, a table of features joins the
 * values, and a sheet of samples joins a study that another reader knows. Each study lists every file of the upload.
 */
export function joinStudies(readings: readonly Reading[], upload: Upload): Study[] {
  const read = readings.filter(({ study }) => study.form !== 'not recognized');
  const notes = [
    ...upload.notes,
    ...readings.flatMap((reading) => (read.includes(reading) ? [] : reading.study.notes)),
  ];
  if (read.length === 0) return readings.map((reading) => finished(reading, upload));
  let left = read.sort((a, b) => b.study.confidence - a.study.confidence);
  left = joinWaiting(left);
  left = joinFeatures(left);
  left = joinSheets(left);
  return left
    .map((reading) => finished(reading, { ...upload, notes }))
    .sort(
      (a, b) => Number(b.matrices.length > 0) - Number(a.matrices.length > 0) || b.confidence - a.confidence,
    );
}

/** Values of another reader go to a series that waits for them: to the one whose accession they name, or the first. */
function joinWaiting(readings: readonly Reading[]): Reading[] {
  const waiting = readings.filter((reading) => reading.waiting !== null);
  const joined = new Map<Reading, Reading[]>();
  for (const reading of readings) {
    // A table without numbers, such as one of samples alone, has no values.
    const isOfValues = reading.study.matrices.length > 0 && reading.study.confidence >= 0.5;
    if (reading.waiting !== null || !isOfValues) continue;
    const { accession } = reading.study.about;
    const series =
      waiting.find(({ study }) => accession !== '' && study.about.accession === accession) ??
      (waiting.length === 1 && accession === '' ? waiting[0] : undefined);
    if (series !== undefined) joined.set(series, [...(joined.get(series) ?? []), reading]);
  }
  const given = new Set([...joined.values()].flat());
  return readings
    .filter((reading) => !given.has(reading))
    .map((reading) => (joined.get(reading) ?? []).reduce(withValues, reading));
}

function withValues(series: Reading, values: Reading): Reading {
  const { study } = values;
  return {
    study: {
      ...series.study,
      sentence: `${series.study.sentence.replace(/, no values$/, '')}; ${study.sentence}`,
      files: [...series.study.files, ...study.files],
      matrices: [...series.study.matrices, ...study.matrices],
      sheets: [...series.study.sheets.map((sheet) => relabelled(sheet, study.matrices)), ...study.sheets],
      features: series.study.features ?? study.features,
      notes: [...series.study.notes, ...study.notes],
    },
    used: new Set([...series.used, ...values.used]),
    waiting: null,
  };
}

/** The sheet of a series with the column that names the samples of other values, which may use titles. */
function relabelled(sheet: SampleSheet, matrices: readonly SourceMatrix[]): SampleSheet {
  const titles = new Set(matrices.flatMap(({ columns }) => columns));
  const shares = sheet.columns.map((_, at) => sheet.rows.filter((row) => titles.has(row[at] ?? '')).length);
  const most = Math.max(0, ...shares);
  const labelColumn = most * 2 > sheet.rows.length ? (sheet.columns[shares.indexOf(most)] ?? null) : null;
  return { ...sheet, labelColumn };
}

/** A study of features only joins the surest study of values. */
function joinFeatures(readings: readonly Reading[]): Reading[] {
  const main = readings.find(({ study }) => study.matrices.length > 0);
  const platform = readings.find(({ study }) => isOfFeaturesOnly(study));
  if (main === undefined || platform === undefined) return [...readings];
  const { features, files, notes } = platform.study;
  const isFree = main.study.features === null;
  const joined: Reading = {
    ...main,
    study: {
      ...main.study,
      features: main.study.features ?? features,
      files: [...main.study.files, ...(isFree ? files : [])],
      // What it lacks for a study of its own is here.
      notes: [...main.study.notes, ...notes.filter(({ isFault }) => !isFault)],
    },
    used: isFree ? new Set([...main.used, ...platform.used]) : main.used,
  };
  return readings
    .filter((reading) => reading !== platform)
    .map((reading) => (reading === main ? joined : reading));
}

function isOfFeaturesOnly({ features, matrices, sheets }: Study): boolean {
  return features !== null && matrices.length === 0 && sheets.length === 0;
}

/** Tables beside the files of a known form are tables of its samples, unless they have values only. */
function joinSheets(readings: readonly Reading[]): Reading[] {
  const [main] = readings;
  const tables = readings.find(({ study }) => study.form === 'tables');
  if (main === undefined || tables === undefined || main === tables || main.study.matrices.length === 0) {
    return [...readings];
  }
  const sheets = tables.study.sheets;
  if (sheets.length === 0) return [...readings];
  const taken = new Set(sheets.map(({ file }) => file));
  const joined: Reading = {
    ...main,
    study: {
      ...main.study,
      sheets: [...main.study.sheets, ...sheets],
      files: [...main.study.files, ...[...taken].map((name) => ({ name, taken_for: 'samples' }))],
    },
    used: new Set([...main.used, ...taken]),
  };
  return readings.map((reading) => (reading === main ? joined : reading));
}

function finished({ study, used, waiting }: Reading, upload: Upload): Study {
  const unused = upload.names.filter((name) => !used.has(name));
  const notes = [...study.notes, ...(waiting === null ? [] : [waiting])];
  const isUseful = study.matrices.length > 0;
  for (const note of upload.notes) notes.push(isUseful ? { ...note, isFault: false } : note);
  const described = new Set(notes.map(({ file }) => file));
  for (const name of unused) if (!described.has(name)) notes.push(remark(name, 'This file is not used.'));
  return {
    ...study,
    files: [...study.files, ...unused.map((name) => ({ name, taken_for: 'not used' }))],
    notes,
  };
}
