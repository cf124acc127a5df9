import { countOf } from '@omicon/domain/records/count-of.ts';
import type { SampleSheet } from '../../study.ts';
import { type Note, remark } from '../tables/study-parts.ts';

const PATIENT_ID = 'PATIENT_ID';

/** Adds what a table of patients says to the samples of each; columns that both have are those of the samples. */
export function joinPatients(
  samples: SampleSheet,
  patients: SampleSheet,
): { sheet: SampleSheet; notes: Note[] } {
  const key = samples.columns.indexOf(PATIENT_ID);
  const patientKey = patients.columns.indexOf(PATIENT_ID);
  if (key < 0 || patientKey < 0) {
    const sentence = `The tables of samples and patients have no column ${PATIENT_ID} in common; the patients are left out.`;
    return { sheet: samples, notes: [remark(patients.file, sentence)] };
  }
  const added = patients.columns.flatMap((title, at) => (samples.columns.includes(title) ? [] : [at]));
  const byPatient = new Map(patients.rows.map((row) => [row[patientKey] ?? '', row]));
  let unknown = 0;
  const rows = samples.rows.map((row) => {
    const patient = byPatient.get(row[key] ?? '');
    if (patient === undefined) unknown += 1;
    return [...row, ...added.map((at) => patient?.[at] ?? null)];
  });
  const columns = [...samples.columns, ...added.map((at) => patients.columns[at] ?? '')];
  return { sheet: { ...samples, columns, rows }, notes: joinNotes(patients, byPatient.size, unknown) };
}

function joinNotes({ file, rows }: SampleSheet, distinct: number, unknown: number): Note[] {
  const notes: Note[] = [];
  if (unknown > 0) notes.push(remark(file, `${countOf(unknown, 'sample')} without a row of its patient.`));
  const repeated = rows.length - distinct;
  if (repeated > 0) {
    notes.push(
      remark(file, `${countOf(repeated, 'row')} of a patient that another row describes; the last is used.`),
    );
  }
  return notes;
}
