import { IntakeRefusal } from '../../records.ts';
import type { SourceFile, Study } from '../study.ts';
import { unpackArchives } from './archives.ts';
import { readCbioPortal } from './cbioportal/cbioportal.ts';
import { readCounts } from './counts/counts.ts';
import { openText, type TextFile } from './files/text-file.ts';
import { readSeriesMatrices } from './geo/geo-series-matrix.ts';
import { readPlatformTables } from './geo/platform-table.ts';
import { readSoftFamilies } from './geo/soft.ts';
import { readSoftDataSets } from './geo/soft-dataset.ts';
import { joinStudies } from './join-studies.ts';
import { readMageTab } from './mage-tab/mage-tab.ts';
import { readDelimited } from './tables/delimited.ts';
import { readGct } from './tables/gct.ts';
import {
  emptyAbout,
  fault,
  type Note,
  notesOf,
  type Reading,
  type StudyReader,
} from './tables/study-parts.ts';

const MAX_FILES = 5000;

/** In the order in which they choose from the files; the last takes every table. */
const READERS: readonly StudyReader[] = [
  readSeriesMatrices,
  readSoftDataSets,
  readSoftFamilies,
  readPlatformTables,
  readGct,
  readCbioPortal,
  readCounts,
  readMageTab,
  readDelimited,
];

/**
 * Every study that files hold, the surest first. At least one: if nothing can be read, its form is 'not recognized' and
 * its notes have a sentence for each file.
 */
export async function readStudies(files: readonly SourceFile[]): Promise<Study[]> {
  if (files.length > MAX_FILES)
    return [notRecognized([], [fault(null, 'More than 5,000 files were given.')])];
  const notes: Note[] = [];
  const unpacked = await unpackArchives(files, notes);
  const texts = await openTexts(unpacked, notes);
  const readings = await readAll(texts, notes);
  const closed = files.filter(({ name }) => !unpacked.some((file) => isInside(file.name, name)));
  const names = [...unpacked, ...closed].map(({ name }) => name);
  const studies = joinStudies(readings, { names, notes });
  return studies.length > 0 ? studies : [notRecognized(names, notes)];
}

/** Whether a file is the other, or comes from it. */
function isInside(name: string, archive: string): boolean {
  return name === archive || name.startsWith(`${archive}/`);
}

async function openTexts(files: readonly SourceFile[], notes: Note[]): Promise<TextFile[]> {
  const texts: TextFile[] = [];
  for (const file of files) {
    try {
      texts.push(await openText(file));
    } catch (error) {
      notes.push(...notesOf(error));
    }
  }
  return texts;
}

async function readAll(texts: readonly TextFile[], notes: Note[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  let left = [...texts];
  for (const reader of READERS) {
    for (let isRead = false; !isRead; ) {
      try {
        const read = await reader(left);
        left = left.filter(({ name }) => !read.some(({ used }) => used.has(name)));
        readings.push(...read);
        isRead = true;
      } catch (error) {
        const faulty = filesOfRefusal(error);
        notes.push(...notesOf(error));
        const others = left.filter(({ name }) => !faulty.has(name));
        // A refusal that names none of the files would be thrown again.
        isRead = others.length === left.length;
        left = others;
      }
    }
  }
  return readings;
}

function filesOfRefusal(error: unknown): Set<string> {
  if (!(error instanceof IntakeRefusal)) throw error;
  return new Set(error.faults.map(({ file }) => file));
}

function notRecognized(names: readonly string[], notes: readonly Note[]): Study {
  return {
    form: 'not recognized',
    sentence: 'None of the files has a form that can be read.',
    confidence: 0,
    files: names.map((name) => ({ name, taken_for: 'not used' })),
    about: emptyAbout(),
    matrices: [],
    sheets: [],
    features: null,
    notes:
      notes.length > 0
        ? [...notes]
        : [fault(null, 'No file was given: add a table of values or a GEO series matrix.')],
  };
}
