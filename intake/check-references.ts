/** Checks the references of units, before anything is stored, against the rest of the input and stored records. */
import { joinTitle, parentVersionCode, splitTitle } from '@omicon/domain/records/lineage.ts';
import type { HeldDataSet, Holdings } from './holdings.ts';
import type { AnalysisRecord, DataSetPaths, DataSetRecord, FileTree, UnitOf } from './records.ts';
import { FileReading, quote, quoteName, type ReadLog } from './text/read-log.ts';

/** A data set of the input that was read without a fault. */
interface ReadDataSet {
  title: string;
  versionCode: string;
  collection: string | null;
  sampleLabels: readonly string[];
  sampleColumns: readonly string[];
  /** null unless an analysis of the input uses this data set */
  features: readonly string[] | null;
}

/** The input data set of an analysis, from the input or stored. */
export interface AnalysisInput {
  fullName: string;
  sampleLabels: readonly string[];
  features: ReadonlySet<string>;
}

/** Where faults and warnings about a unit go. */
interface UnitLog {
  tree: FileTree;
  log: ReadLog;
}

const MAX_NAMES = 5;

/** `"A", "B" and 3 more` */
export function listNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMES).map((name) => quote(name));
  const more = names.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more.toLocaleString('en')} more`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** The data sets, analyses and gene sets of an input, for checking what later units refer to. */
export class References {
  readonly #holdings: Holdings;
  /** folder names of the collections of the input */
  readonly #collections: ReadonlySet<string>;
  /** full names of the input data sets of its analyses */
  readonly #wantedInputs: ReadonlySet<string>;
  readonly #dataSets = new Map<string, ReadDataSet>();
  /** titles by version code, by collection; null for a data set that the uploader may not read */
  readonly #versions = new Map<string, Map<string, string | null>>();
  readonly #analyses = new Map<string, string>();
  readonly #setIds = new Set<string>();
  /** a data set with faults may be the one that a reference means */
  #hasUnreadDataSets = false;

  constructor(
    holdings: Holdings,
    input: { collections: readonly string[]; wantedInputs: readonly string[] },
  ) {
    this.#holdings = holdings;
    this.#collections = new Set(input.collections);
    this.#wantedInputs = new Set(input.wantedInputs);
  }

  noteUnreadDataSet(): void {
    this.#hasUnreadDataSets = true;
  }

  noteSets(setIds: readonly string[]): void {
    for (const id of setIds) this.#setIds.add(id);
  }

  /** Checks title, version code and parent of a data set, and remembers it for later references. */
  async addDataSet(
    unitLog: UnitLog,
    { record, paths, collection }: { record: DataSetRecord; paths: DataSetPaths; collection: string | null },
  ): Promise<void> {
    const { title, versionCode, sampleTable, features } = record;
    const fullName = joinTitle({ title, version_code: versionCode });
    const file = new FileReading(unitLog.tree, paths.attributes, unitLog.log);
    if (this.#dataSets.has(fullName)) {
      file.wrong(null, 'Value', `Another data set here is also titled ${quoteName(fullName)}.`);
      return;
    }
    if (collection !== null) {
      await this.#checkVersion(file, { record, collection });
      await this.#checkParent(unitLog, { record, paths, collection });
    }
    this.#dataSets.set(fullName, {
      title,
      versionCode,
      collection,
      sampleLabels: sampleTable.samples.map((sample) => sample.label),
      sampleColumns: sampleTable.columns,
      features: this.#wantedInputs.has(fullName) ? features : null,
    });
  }

  /** Finds the collection of a data set uploaded without one; adds a fault if there is none. */
  async findCollectionOf(
    unitLog: UnitLog,
    unit: UnitOf<'data-set'>,
    record: DataSetRecord,
  ): Promise<string | null> {
    const { collection } = unit;
    if (collection !== null && (await this.#hasCollection(collection))) return collection;
    const parent = parentVersionCode(record.versionCode);
    if (parent !== null) {
      const read = [...this.#dataSets.values()].find(
        (one) => one.versionCode === parent && record.title.startsWith(one.title),
      );
      if (read) return read.collection;
      const held = await this.#holdings.findCollectionOfParent({ title: record.title, parent });
      if (held !== null) return held;
    }
    if (this.#hasUnreadDataSets) return null;
    const name = quoteName(joinTitle({ title: record.title, version_code: record.versionCode }));
    const file = new FileReading(unitLog.tree, unit.paths.attributes, unitLog.log);
    const sentence = `The data collection of ${name} is neither in this upload nor in the portal. Upload the collection first, or together with it.`;
    file.wrong(null, null, sentence);
    return null;
  }

  /** Finds the input data set of an analysis; adds a fault if it does not exist. */
  async findInput(
    unitLog: UnitLog,
    unit: UnitOf<'analysis'>,
    record: AnalysisRecord,
  ): Promise<AnalysisInput | null> {
    const name = splitTitle(record.inputDataSet);
    if (name === null) return null;
    const fullName = joinTitle(name);
    this.#warnOfSecondRun(unitLog, unit, { title: record.title, fullName });
    const read = this.#dataSets.get(fullName);
    if (read) return { fullName, sampleLabels: read.sampleLabels, features: new Set(read.features ?? []) };
    const held = await this.#holdings.findDataSet(name);
    if (held) return toInput(fullName, held);
    if (this.#hasUnreadDataSets) return null;
    const file = new FileReading(unitLog.tree, unit.projectAttributes, unitLog.log);
    const others = await this.#listTitlesNear(unit.collection);
    const known = others.length > 0 ? ` Data sets of the collection: ${listNames(others)}.` : '';
    const sentence = `The input data set ${quoteName(fullName)} is neither in this upload nor in the portal.${known} Correct the name in Input Datasets, or upload its data collection first.`;
    file.wrong(record.inputLine, 'Input Datasets', sentence);
    return null;
  }

  /** Warns of gene sets in enrichment tables whose genes the portal does not have. */
  async warnOfUnknownSets(unitLog: UnitLog, path: string, setIds: ReadonlySet<string>): Promise<void> {
    const outside = [...setIds].filter((id) => !this.#setIds.has(id));
    const held = await this.#holdings.listKnownSets(outside);
    const unknown = outside.filter((id) => !held.has(id));
    if (unknown.length === 0) return;
    const sentence =
      unknown.length === 1
        ? `The gene set ${listNames(unknown)} is not in the portal; it is shown without its genes until its list is imported.`
        : `${unknown.length.toLocaleString('en')} gene sets are not in the portal: ${listNames(unknown)}. They are shown without their genes until their list is imported.`;
    new FileReading(unitLog.tree, path, unitLog.log).warn(null, 'SetID', sentence);
  }

  async #hasCollection(name: string): Promise<boolean> {
    return this.#collections.has(name) || (await this.#holdings.listDataSetsOf(name)) !== null;
  }

  async #versionsOf(collection: string): Promise<Map<string, string | null>> {
    const known = this.#versions.get(collection);
    if (known) return known;
    const held = (await this.#holdings.listDataSetsOf(collection)) ?? [];
    const versions = new Map(held.map(({ versionCode, title }) => [versionCode, title]));
    this.#versions.set(collection, versions);
    return versions;
  }

  async #checkVersion(
    file: FileReading,
    { record, collection }: { record: DataSetRecord; collection: string },
  ): Promise<void> {
    const versions = await this.#versionsOf(collection);
    const { title, versionCode, versionLine } = record;
    const other = versions.get(versionCode);
    if (other !== undefined && other !== title) {
      const name = other === null ? 'another data set' : `the data set ${quoteName(other)}`;
      const sentence = `The Version ${versionCode} is also used by ${name} of the same collection; each data set needs its own version code.`;
      file.wrong(versionLine, 'Value', sentence);
    } else versions.set(versionCode, title);
  }

  async #checkParent(
    { tree, log }: UnitLog,
    { record, paths, collection }: { record: DataSetRecord; paths: DataSetPaths; collection: string },
  ): Promise<void> {
    const parent = parentVersionCode(record.versionCode);
    if (parent === null) return;
    const title = (await this.#versionsOf(collection)).get(parent);
    const about = new FileReading(tree, paths.attributes, log);
    if (title === undefined) {
      if (this.#hasUnreadDataSets) return;
      const sentence = `The data set ${parent} that this one was made from is neither in this upload nor in the portal; the lineage has a gap here.`;
      about.warn(record.versionLine, 'Value', sentence);
    }
    if (typeof title !== 'string') return;
    const name = { title, version_code: parent };
    const { sampleColumns } =
      this.#dataSets.get(joinTitle(name)) ?? (await this.#holdings.findDataSet(name)) ?? {};
    const kept = new Set(record.sampleTable.columns.map((column) => column.toLowerCase()));
    const lost = (sampleColumns ?? []).filter((column) => !kept.has(column.toLowerCase()));
    if (lost.length === 0) return;
    const samples = new FileReading(tree, paths.sampleAttributes, log);
    const verb = lost.length === 1 ? 'attribute is' : 'attributes are';
    samples.warn(
      1,
      null,
      `The sample ${verb} missing that ${quoteName(joinTitle(name))} has: ${listNames(lost)}.`,
    );
  }

  #warnOfSecondRun(
    { tree, log }: UnitLog,
    unit: UnitOf<'analysis'>,
    { title, fullName }: { title: string; fullName: string },
  ): void {
    const key = `${title}\n${fullName}`;
    const other = this.#analyses.get(key);
    this.#analyses.set(key, unit.folder);
    if (other === undefined) return;
    const sentence = `The folder ${quoteName(other)} holds another run of the analysis ${quoteName(title)}; this one becomes the current version.`;
    new FileReading(tree, unit.projectAttributes, log).warn(null, 'Title', sentence);
  }

  async #listTitlesNear(collection: string | null): Promise<string[]> {
    const held = collection === null ? null : await this.#holdings.listDataSetsOf(collection);
    const read = [...this.#dataSets.values()].filter(
      (one) => collection === null || one.collection === collection,
    );
    const titles = [...read, ...(held ?? [])].flatMap(({ title, versionCode }) =>
      title === null ? [] : [joinTitle({ title, version_code: versionCode })],
    );
    return [...new Set(titles)];
  }
}

async function toInput(fullName: string, held: HeldDataSet): Promise<AnalysisInput> {
  return { fullName, sampleLabels: held.sampleLabels, features: new Set(await held.readFeatures()) };
}
