/** Small files of every form, from their bytes to the laboratory's folder; damaged ones end in their sentence. */
import { describe, expect, test } from 'vitest';
import { IntakeRefusal } from '../records.ts';
import { examine } from './propose/examine.ts';
import { proposeMap } from './propose/propose-map.ts';
import { KNOWN } from './propose/test-study.ts';
import { readStudies } from './read/read-studies.ts';
import { source } from './read/test-source.ts';
import { COUNT_FORMS } from './test-forms/count-forms.ts';
import { DAMAGED_FORMS } from './test-forms/damaged-forms.ts';
import type { FormFile } from './test-forms/form.ts';
import { GEO_FORMS } from './test-forms/geo-forms.ts';
import { TABLE_FORMS } from './test-forms/table-forms.ts';
import { writeFolder } from './write/write-folder.ts';

const ORIGIN = { program: 'Omicon 0.1.0', sources: [] };

async function read(files: readonly FormFile[]) {
  const [study] = await readStudies(files.map(([name, content]) => source(name, content)));
  if (study === undefined) throw new Error('There is no study.');
  const proposed = await proposeMap(study, KNOWN);
  return { study, map: { ...proposed, accession: 'FORM' } };
}

/** Lines of a written table, without quotation marks: no cell of these files has a comma. */
function cellsOf(text: string | undefined): string[][] {
  const rows = (text ?? '').trimEnd().split('\n');
  return rows.map((line) => line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
}

/** The written files by the end of their names. */
async function write({ study, map }: Awaited<ReturnType<typeof read>>) {
  const files = new Map<string, string>();
  // Values are compared as they are in the source.
  await writeFolder(study, { ...map, transformation: 'none' }, ORIGIN, async (path, content) => {
    let text = '';
    for await (const chunk of content) text += chunk;
    files.set(path.split('/').slice(1).join('/'), text);
  });
  const part = (end: string) => cellsOf(files.get(`FORM_DS1_00-00-00/FORM_DS1${end}.csv`));
  return { values: part(''), features: part('_feature_metadata'), samples: part('_sample_attributes') };
}

describe('the written folder has every value of the source to the last digit, of', () => {
  test.each([...GEO_FORMS, ...COUNT_FORMS, ...TABLE_FORMS])(
    '$name',
    async ({ files, samples, values, attributes, annotation }) => {
      const form = await read(files);
      const { findings } = await examine(form.study, form.map, KNOWN);
      expect(findings.filter(({ level }) => level === 'refused' || level === 'confirm')).toEqual([]);
      const written = await write(form);
      const [, [, , ...labels] = [], ...rows] = written.values;
      expect(labels).toEqual(samples);
      expect(rows.map(([, id, ...cells]) => [id, cells])).toEqual(
        // Keys that are numbers come first in an object.
        rows.map(([, id = '']) => [id, values[id]]),
      );
      expect(rows).toHaveLength(Object.keys(values).length);
      const [titles = [], first = []] = written.samples;
      for (const [name, value] of Object.entries(attributes ?? {}))
        expect([name, first[titles.indexOf(name)]]).toEqual([name, value]);
      if (annotation === undefined) return;
      const [of = [], ofFirst = []] = written.features;
      expect([of.slice(2).join(), ofFirst.slice(2).join()]).toEqual(annotation);
    },
  );
});

/** What is wrong with a file by the readers, or by the examination of its values. */
async function faultsOf(files: readonly FormFile[]) {
  try {
    const { study, map } = await read(files);
    const { findings } = await examine(study, map, KNOWN);
    const found = findings.filter(({ level }) => level === 'refused' || level === 'confirm');
    return study.matrices.length === 0 ? study.notes.filter(({ isFault }) => isFault) : found;
  } catch (error) {
    if (error instanceof IntakeRefusal) return error.faults;
    throw error;
  }
}

describe('a damaged file is described with its place and what to do:', () => {
  test.each(DAMAGED_FORMS)('$name', async ({ files, file, said }) => {
    const faults = await faultsOf(files);
    expect(faults.map((fault) => [fault.sentence, fault.line])).toEqual(said);
    expect(faults.map((fault) => fault.file)).toEqual(said.map(() => file));
  });
});
