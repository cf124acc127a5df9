/** What the binary files of an upload hold, and which of them are read together. */
import { writeFile } from 'node:fs/promises';
import { remark } from '@omicon/intake/bring/read/tables/study-parts.ts';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal, refusal } from '@omicon/intake/records.ts';
import type { BinaryDescription } from '../../../../bring-programs/binary-form.ts';
import { freeName } from '../../../../bring-programs/cells/group-cells.ts';
import { type LibrariesManifest, MAX_LIBRARIES } from '../../../../bring-programs/libraries-manifest.ts';
import { type Copied, copyAll, copyCellTables } from './copy-files.ts';
import { libraryName } from './library-name.ts';
import { type BinaryInput, describeBinary } from './run-program.ts';
import { noteOr, pathIn, type WorkFolder } from './work-folder.ts';

export interface Described {
  input: BinaryInput & { sizeBytes: number };
  description: BinaryDescription;
}

export interface DescribedFiles {
  described: Described[];
  /** files that are no binaries */
  texts: SourceFile[];
  files: Study['files'];
}

/** Names of libraries, which differ from each other. */
function libraryNames(copied: readonly Copied[]): Map<Copied, string> {
  const taken = new Set<string>();
  return new Map(copied.map((each) => [each, freeName(libraryName(each.name) || 'Library', taken)]));
}

/** The form as the sentence of a file begins: "10x HDF5 file". */
export function formOf({ sentence }: BinaryDescription): string {
  return sentence.split(',')[0] ?? '';
}

class Describer {
  readonly #folder: WorkFolder;
  readonly #names: ReadonlyMap<Copied, string>;
  readonly #tables: LibrariesManifest['cell_tables'];
  #manifests = 0;

  constructor(
    folder: WorkFolder,
    { libraries, tables }: { libraries: readonly Copied[]; tables: LibrariesManifest['cell_tables'] },
  ) {
    this.#folder = folder;
    this.#names = libraryNames(libraries);
    this.#tables = tables;
  }

  /** @throws IntakeRefusal if it cannot be read */
  async alone(copied: Copied): Promise<Described> {
    const { name, sizeBytes, form, file, library } = copied;
    if (library !== null) return this.#describeAs(name, [copied]);
    const input = { name, sizeBytes, form, file, reads: [file] };
    return { input, description: await describeBinary(input) };
  }

  /** Libraries as one matrix. @throws IntakeRefusal if they have too little in common, or one cannot be read */
  async together(libraries: readonly Copied[]): Promise<Described> {
    if (libraries.length > MAX_LIBRARIES)
      throw refusal('', 'More than 500 libraries cannot become one matrix.');
    const joined = await this.#describeAs('', libraries);
    // Named by their form, which is known now.
    const form = formOf(joined.description);
    return { ...joined, input: { ...joined.input, name: form.endsWith('s') ? form : `${form}s` } };
  }

  async #describeAs(name: string, libraries: readonly Copied[]): Promise<Described> {
    const manifest: LibrariesManifest = {
      libraries: libraries.flatMap((each) =>
        each.library === null ? [] : [{ name: this.#names.get(each) ?? '', source: each.library }],
      ),
      cell_tables: this.#tables,
    };
    this.#manifests += 1;
    const file = pathIn(this.#folder, `manifest-${this.#manifests}.json`);
    await writeFile(file, JSON.stringify(manifest));
    const sizeBytes = libraries.reduce((sum, each) => sum + each.sizeBytes, 0);
    const input = { name, sizeBytes, form: 'libraries', file, reads: [this.#folder.path] };
    return { input, description: await describeBinary(input) };
  }
}

interface Result {
  described: Described;
  copied: readonly Copied[];
}

/** The libraries as one matrix; the reason if they cannot be one. */
async function joinOr(describer: Describer, libraries: readonly Copied[]): Promise<Result | string> {
  try {
    return { described: await describer.together(libraries), copied: libraries };
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    return error.faults[0]?.sentence ?? error.message;
  }
}

/** Libraries as one matrix for each form of cells if that is possible, else each as one of its own. */
async function describeLibraries(
  libraries: readonly Copied[],
  { describer, folder }: { describer: Describer; folder: WorkFolder },
): Promise<Result[]> {
  const whole = libraries.length > 1 ? await joinOr(describer, libraries) : '';
  if (typeof whole !== 'string') return [whole];
  const results: Result[] = [];
  const byForm = new Map<string, Result[]>();
  for (const copied of libraries) {
    const described = await noteOr(folder, () => describer.alone(copied));
    if (described === null) continue;
    const result = { described, copied: [copied] };
    const form = formOf(described.description);
    if (described.description.cells === null) results.push(result);
    else byForm.set(form, [...(byForm.get(form) ?? []), result]);
  }
  for (const [form, group] of byForm) {
    const isPart = group.length > 1 && group.length < libraries.length;
    const joined = isPart
      ? await joinOr(
          describer,
          group.flatMap(({ copied }) => copied),
        )
      : whole;
    if (typeof joined !== 'string') results.push(joined);
    else {
      results.push(...group);
      if (group.length > 1) folder.notes.push(remark(null, notJoined(form, group.length, joined)));
    }
  }
  return results;
}

function notJoined(form: string, count: number, why: string): string {
  return `The ${count} files of cells (${form}) are not read together, and each is a matrix to choose. ${why}`;
}

/** What files are taken for whose names are not those of the tables. */
function filesOf({ copied, described }: Result): Study['files'] {
  const ofTables = (described.description.cell_tables ?? []).map((name) => ({ name, taken_for: 'cells' }));
  const own = copied.flatMap(({ name, files }) =>
    files.length > 0 || copied.length < 2 ? files : [{ name, taken_for: 'values' }],
  );
  return [...own, ...ofTables];
}

/** A damaged file is left out of what the others become. */
export async function describeAll(
  sources: readonly SourceFile[],
  folder: WorkFolder,
): Promise<DescribedFiles> {
  const { copied, texts } = await copyAll(sources, folder);
  const libraries = copied.filter(({ library }) => library !== null);
  const tables = libraries.length === 0 ? [] : await copyCellTables(texts, folder);
  const describer = new Describer(folder, { libraries, tables });
  const results: Result[] = [];
  for (const one of copied) {
    if (one.library !== null) continue;
    const described = await noteOr(folder, () => describer.alone(one));
    if (described !== null) results.push({ described, copied: [one] });
  }
  const isText = ({ library }: Copied) => library !== null && 'matrix' in library;
  for (const group of [libraries.filter(isText), libraries.filter((each) => !isText(each))])
    results.push(...(await describeLibraries(group, { describer, folder })));
  const files = new Map(results.flatMap(filesOf).map((file) => [file.name, file]));
  return {
    described: results.map(({ described }) => described),
    texts: texts.filter(({ name }) => !files.has(name)),
    files: [...files.values()],
  };
}
