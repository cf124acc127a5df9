import { joinTitle } from '@omicon/domain/lineage.ts';
import { readAnalysis } from './read-analysis.ts';
import { readCollection } from './read-collection.ts';
import { readDataSet } from './read-data-set.ts';
import { readEnrichment } from './read-enrichment.ts';
import { readGeneSets } from './read-gene-sets.ts';
import { FileReading, quote, ReadLog } from './read-log.ts';
import { readMappingTable } from './read-mapping-table.ts';
import { readNetwork } from './read-network.ts';
import { readOntology } from './read-ontology.ts';
import type { DataSetPaths, Fault, FileTree, NetworkPaths, Plan, Unit, UnitOf } from './records.ts';
import { IntakeRefusal } from './records.ts';

/** How far the check is: the file being read, and rows read so far in all files. */
export interface CheckProgress {
  file: string;
  filesDone: number;
  filesTotal: number;
  rows: number;
}

/** What is remembered of units already checked, to compare the next ones with. */
interface Known {
  /** sample labels of each data set by title and version code */
  labels: Map<string, string[]>;
  /** legend or GMT file by set id */
  setIds: Map<string, string>;
}

/** The unit at hand. */
interface Checking {
  tree: FileTree;
  log: ReadLog;
  known: Known;
}

/**
 * Reads every file of a plan and compares the files with each other, holding one file's content at a time.
 * Files without a reader (figures and the like) are read to their end, so that a damaged archive is found.
 * @returns the faults found, at most 200 of each unit and one that counts the rest; those of the plan not repeated
 */
export async function checkPlan(
  tree: FileTree,
  plan: Plan,
  onProgress: (progress: CheckProgress) => void,
): Promise<Fault[]> {
  const filesTotal = new Set(plan.units.flatMap((unit) => unit.files)).size;
  const done = new Set<string>();
  const known: Known = { labels: new Map(), setIds: new Map() };
  const faults: Fault[] = [];
  let rowsBefore = 0;
  for (const unit of plan.units) {
    const log = new ReadLog(({ file, rows, isFileDone }) => {
      if (isFileDone) done.add(file);
      onProgress({ file, filesDone: done.size, filesTotal, rows: rowsBefore + rows });
    });
    await checkUnit({ tree, log, known }, unit);
    for (const file of unit.files) {
      if (!done.has(file)) await readToEnd(tree, file, log);
    }
    rowsBefore += log.rows;
    faults.push(...log.faults());
  }
  return faults;
}

async function checkUnit(checking: Checking, unit: Unit): Promise<void> {
  switch (unit.kind) {
    case 'mapping-table':
      await readMappingTable(checking.tree, unit, checking.log);
      return;
    case 'gene-sets':
      return checkGeneSets(checking, unit);
    case 'ontology':
      await readOntology(checking.tree, unit, checking.log);
      return;
    case 'data-collection':
      return checkCollection(checking, unit);
    case 'data-set':
      await checkDataSet(checking, unit.paths);
      return;
    case 'analysis':
      return checkAnalysis(checking, unit);
  }
}

async function checkGeneSets({ tree, log, known }: Checking, unit: UnitOf<'gene-sets'>): Promise<void> {
  const { record } = await readGeneSets(tree, unit, log);
  const source = unit.legend ?? unit.gmt ?? unit.folder;
  const file = new FileReading(tree, source, log);
  for (const { set_id } of record ?? []) {
    const other = known.setIds.get(set_id);
    if (other !== undefined)
      file.wrong(null, 'SetID', `The set ${quote(set_id)} is also in ${quote(other)}.`);
    known.setIds.set(set_id, source);
  }
}

async function checkCollection(checking: Checking, unit: UnitOf<'data-collection'>): Promise<void> {
  const { record } = await readCollection(checking.tree, unit, checking.log);
  const samples = record === null ? null : new Set(record.sampleTable.samples.map((sample) => sample.label));
  for (const paths of unit.dataSets) {
    const labels = await checkDataSet(checking, paths);
    const file = new FileReading(checking.tree, paths.sampleAttributes, checking.log);
    for (const label of labels ?? []) {
      if (samples !== null && !samples.has(label)) {
        file.wrong(null, 'Label', `The collection's sample attributes have no sample ${quote(label)}.`);
      }
    }
  }
}

/** @returns the labels of its samples; null after a fault */
async function checkDataSet({ tree, log, known }: Checking, paths: DataSetPaths): Promise<string[] | null> {
  const { record } = await readDataSet(tree, paths, log);
  if (record === null) return null;
  const title = joinTitle({ title: record.title, version_code: record.versionCode });
  const labels = record.sampleTable.samples.map((sample) => sample.label);
  if (known.labels.has(title)) {
    const file = new FileReading(tree, paths.attributes, log);
    file.wrong(null, 'Value', `Another data set here is also titled ${quote(title)}.`);
  }
  known.labels.set(title, labels);
  return labels;
}

async function checkAnalysis(checking: Checking, unit: UnitOf<'analysis'>): Promise<void> {
  const { record } = await readAnalysis(checking.tree, unit, checking.log);
  const inputLabels = record === null ? null : (checking.known.labels.get(record.inputDataSet) ?? null);
  for (const network of unit.networks) {
    const modules = await checkNetwork(checking, network, inputLabels);
    for (const table of network.enrichment) {
      const enrichment = await readEnrichment(checking.tree, table, checking.log);
      const file = new FileReading(checking.tree, table.path, checking.log);
      for (const module of enrichment.record?.modules ?? []) {
        if (modules !== null && !modules.has(module)) {
          file.wrong(1, module, `${quote(module)} is not a module of this network.`);
        }
      }
    }
  }
}

/** @returns the names of its modules; null after a fault */
async function checkNetwork(
  { tree, log }: Checking,
  network: NetworkPaths,
  inputLabels: string[] | null,
): Promise<Set<string> | null> {
  const { record } = await readNetwork(tree, network, log);
  if (record === null) return null;
  if (inputLabels !== null && network.eigengenes !== null) {
    const file = new FileReading(tree, network.eigengenes, log);
    compareLabels(file, record.sampleLabels, inputLabels);
  }
  return new Set(record.modules.map((module) => module.name));
}

function compareLabels(file: FileReading, eigengeneLabels: string[], inputLabels: string[]): void {
  const input = new Set(inputLabels);
  const given = new Set(eigengeneLabels);
  for (const label of given) {
    if (!input.has(label)) file.wrong(null, 'Sample', `The input data set has no sample ${quote(label)}.`);
  }
  for (const label of input) {
    if (!given.has(label))
      file.wrong(null, 'Sample', `The sample ${quote(label)} of the input data set is missing.`);
  }
}

const PDF_START = '%PDF-';

/** Reads a file nothing else reads, and sees that a .pdf is one. */
async function readToEnd(tree: FileTree, path: string, log: ReadLog): Promise<void> {
  const file = new FileReading(tree, path, log);
  let start = '';
  try {
    for await (const chunk of await tree.open(path)) {
      const bytes: Buffer = chunk;
      if (start.length < PDF_START.length) start += bytes.toString('latin1', 0, PDF_START.length);
    }
    if (/\.pdf$/i.test(path) && !start.startsWith(PDF_START))
      file.wrong(null, null, 'The file is not a PDF.');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    for (const fault of error.faults) log.add(fault);
  }
  log.endFile(path);
}
