import { type FileSignature, SIGNATURE_BYTES, signatureOf } from '@omicon/domain/files/file-signature.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { joinTitle, splitTitle } from '@omicon/domain/records/lineage.ts';
import { readAnalysis } from './analyses/read-analysis.ts';
import { readEnrichment } from './analyses/read-enrichment.ts';
import { readNetwork } from './analyses/read-network.ts';
import { type AnalysisInput, References } from './check-references.ts';
import { warnOfDisagreements, warnWithoutOrganism } from './data-sets/compare-samples.ts';
import { attribute, readAttributes } from './data-sets/read-attributes.ts';
import { readCollection } from './data-sets/read-collection.ts';
import { readDataSet } from './data-sets/read-data-set.ts';
import { type Holdings, NOTHING_HELD } from './holdings.ts';
import type {
  Attributes,
  DataSetPaths,
  DataSetRecord,
  Fault,
  FileTree,
  NetworkPaths,
  NetworkRecord,
  Plan,
  StatedModules,
  Unit,
  UnitOf,
  Warning,
} from './records.ts';
import { IntakeRefusal } from './records.ts';
import { readCellTypeReference } from './resources/read-cell-type-reference.ts';
import { readGeneSets } from './resources/read-gene-sets.ts';
import { readMappingTable } from './resources/read-mapping-table.ts';
import { readOntology } from './resources/read-ontology.ts';
import { causeOfChange } from './text/changed-names.ts';
import { FileReading, quote, quoteName, ReadLog } from './text/read-log.ts';
import { mangledSymbolOf } from './text/spreadsheet-dates.ts';

/** Progress of a check: the current file, and rows read so far in all files. */
export interface CheckProgress {
  file: string;
  filesDone: number;
  filesTotal: number;
  rows: number;
}

/** The result of a check; nothing may be stored if there is a fault. */
export interface Check {
  faults: Fault[];
  warnings: Warning[];
  /** number of -99.99 read as NA */
  emptied: number;
}

export interface CheckOptions {
  onProgress?: (progress: CheckProgress) => void;
  /** stored records; none by default */
  holdings?: Holdings;
  /** words that the laboratory writes for missing values of samples, beside the usual ones */
  missingWords?: readonly string[];
}

/** What the checks of all units share. */
interface CheckContext {
  tree: FileTree;
  log: ReadLog;
  references: References;
  /** legend or GMT file by set id */
  setFiles: Map<string, string>;
  /** attribute file by title of a cell type reference */
  referenceFiles: Map<string, string>;
  missingWords: readonly string[];
  /** attributes of the samples of the collections that were read, by folder name and label */
  samplesOf: Map<string, ReadonlyMap<string, Attributes>>;
  holdings: Holdings;
}

/**
 * Reads every file of a plan, compares the files with each other and checks references, with one file in memory at a
 * time. Files without a reader, such as figures, are also read to the end, to detect damaged archives. Faults and
 * warnings of the plan are not repeated.
 */
export async function checkPlan(
  tree: FileTree,
  plan: Plan,
  { onProgress = () => undefined, holdings = NOTHING_HELD, missingWords = [] }: CheckOptions = {},
): Promise<Check> {
  const filesTotal = new Set(plan.units.flatMap((unit) => unit.files)).size;
  const done = new Set<string>();
  const references = new References(holdings, {
    collections: plan.units.flatMap((unit) => (unit.kind === 'data-collection' ? [unit.name] : [])),
    wantedInputs: await listInputs(tree, plan),
  });
  const setFiles = new Map<string, string>();
  const referenceFiles: CheckContext['referenceFiles'] = new Map();
  const samplesOf: CheckContext['samplesOf'] = new Map();
  const check: Check = { faults: [], warnings: [], emptied: 0 };
  let rowsBefore = 0;
  for (const unit of plan.units) {
    const log = new ReadLog(({ file, rows, isFileDone }) => {
      if (isFileDone) done.add(file);
      onProgress({ file, filesDone: done.size, filesTotal, rows: rowsBefore + rows });
    });
    await checkUnit(
      { tree, log, references, setFiles, referenceFiles, missingWords, samplesOf, holdings },
      unit,
    );
    for (const file of unit.files) {
      if (!done.has(file)) await readToEnd(tree, file, log);
    }
    rowsBefore += log.rows;
    check.faults.push(...log.faults());
    check.warnings.push(...log.warnings());
    check.emptied += log.emptied;
  }
  return check;
}

/** Full names of the input data sets of all analyses, whose features are kept for comparison. */
async function listInputs(tree: FileTree, plan: Plan): Promise<string[]> {
  const inputs: string[] = [];
  for (const unit of plan.units) {
    if (unit.kind !== 'analysis') continue;
    const { record } = await readAttributes(tree, unit.projectAttributes);
    const name = splitTitle(attribute(record ?? new Map(), 'Input Datasets') ?? '');
    if (name !== null) inputs.push(joinTitle(name));
  }
  return inputs;
}

async function checkUnit(context: CheckContext, unit: Unit): Promise<void> {
  switch (unit.kind) {
    case 'mapping-table':
      await readMappingTable(context.tree, unit, context.log);
      return;
    case 'gene-sets':
      return checkGeneSets(context, unit);
    case 'ontology':
      await readOntology(context.tree, unit, context.log);
      return;
    case 'cell-type-reference':
      return checkCellTypes(context, unit);
    case 'data-collection':
      return checkCollection(context, unit);
    case 'data-set':
      return checkLoneDataSet(context, unit);
    case 'analysis':
      return checkAnalysis(context, unit);
  }
}

async function checkGeneSets(
  { tree, log, references, setFiles }: CheckContext,
  unit: UnitOf<'gene-sets'>,
): Promise<void> {
  const { record } = await readGeneSets(tree, unit, log);
  const source = unit.legend ?? unit.gmt ?? unit.folder;
  const file = new FileReading(tree, source, log);
  for (const { set_id } of record ?? []) {
    const other = setFiles.get(set_id);
    if (other !== undefined)
      file.wrong(null, 'SetID', `The set ${quote(set_id)} is also in ${quote(other)}.`);
    setFiles.set(set_id, source);
  }
  references.noteSets((record ?? []).map(({ set_id }) => set_id));
}

/** Two references of one title would be two versions of one. */
async function checkCellTypes(
  { tree, log, referenceFiles }: CheckContext,
  unit: UnitOf<'cell-type-reference'>,
): Promise<void> {
  const { record } = await readCellTypeReference(tree, unit, log);
  if (record === null) return;
  const other = referenceFiles.get(record.title);
  const file = new FileReading(tree, unit.attributes, log);
  if (other !== undefined)
    file.wrong(null, 'Title', `The reference ${quote(record.title)} is also in ${quote(other)}.`);
  referenceFiles.set(record.title, unit.attributes);
}

async function checkCollection(context: CheckContext, unit: UnitOf<'data-collection'>): Promise<void> {
  const { tree, log, references, missingWords } = context;
  const { record } = await readCollection(tree, unit, { log, missingWords });
  const samples =
    record && new Map(record.sampleTable.samples.map(({ label, attributes }) => [label, attributes]));
  if (samples !== null) context.samplesOf.set(unit.name, samples);
  const described = [...(samples?.values() ?? [])];
  for (const paths of unit.dataSets) {
    const dataSet = await checkDataSet(context, paths);
    if (dataSet === null) continue;
    described.push(...dataSet.sampleTable.samples.map(({ attributes }) => attributes));
    const file = new FileReading(tree, paths.sampleAttributes, log);
    for (const { label } of dataSet.sampleTable.samples) {
      if (samples !== null && !samples.has(label)) {
        file.wrong(null, 'Label', `The collection's sample attributes have no sample ${quote(label)}.`);
      }
    }
    if (samples !== null) warnOfDisagreements(file, dataSet.sampleTable.samples, samples);
    await references.addDataSet(context, { record: dataSet, paths, collection: unit.name });
  }
  if (samples !== null) warnWithoutOrganism(new FileReading(tree, unit.sampleAttributes, log), described);
}

async function checkLoneDataSet(context: CheckContext, unit: UnitOf<'data-set'>): Promise<void> {
  const { paths } = unit;
  const record = await checkDataSet(context, paths);
  if (record === null) return;
  const collection = await context.references.findCollectionOf(context, unit, record);
  const { tree, log, holdings, samplesOf } = context;
  const samples = collection && (samplesOf.get(collection) ?? (await holdings.findSamplesOf(collection)));
  if (samples) {
    const file = new FileReading(tree, paths.sampleAttributes, log);
    warnOfDisagreements(file, record.sampleTable.samples, samples);
  }
  await context.references.addDataSet(context, { record, paths, collection });
}

async function checkDataSet(
  { tree, log, references, missingWords }: CheckContext,
  paths: DataSetPaths,
): Promise<DataSetRecord | null> {
  const { record } = await readDataSet(tree, paths, { log, missingWords });
  if (record === null) references.noteUnreadDataSet();
  return record;
}

async function checkAnalysis(context: CheckContext, unit: UnitOf<'analysis'>): Promise<void> {
  const { tree, log, references } = context;
  const { record } = await readAnalysis(tree, unit, log);
  const input = record === null ? null : await references.findInput(context, unit, record);
  const setIds = new Set<string>();
  for (const network of unit.networks) {
    const modules = await checkNetwork(context, network, input);
    if (modules !== null && !network.isEmpty)
      compareModuleCount(context, network, { stated: record?.finalModules.get(network.name), modules });
    for (const table of network.enrichment) {
      const enrichment = await readEnrichment(tree, table, log);
      const file = new FileReading(tree, table.path, log);
      for (const { set_id } of enrichment.record?.sets ?? []) setIds.add(set_id);
      for (const module of enrichment.record?.modules ?? []) {
        if (modules !== null && !modules.has(module)) {
          file.wrong(1, module, `${quote(module)} is not a module of this network.`);
        }
      }
    }
  }
  const [firstTable] = unit.networks.flatMap(({ enrichment }) => enrichment);
  if (firstTable !== undefined) await references.warnOfUnknownSets(context, firstTable.path, setIds);
}

/** The statistics contain the number of modules of each network; a different number in the folder means lost files. */
function compareModuleCount(
  { tree, log }: CheckContext,
  network: NetworkPaths,
  { stated, modules }: { stated: StatedModules | undefined; modules: ReadonlySet<string> },
): void {
  if (stated === undefined || stated.count === modules.size) return;
  const sentence = `FinalModules gives ${quoteName(network.name)} ${countOf(stated.count, 'module')}, its folder holds ${modules.size}.`;
  new FileReading(tree, stated.file, log).wrong(stated.line, stated.column, sentence);
}

/** @returns module names, null if there is a fault */
async function checkNetwork(
  { tree, log }: CheckContext,
  network: NetworkPaths,
  input: AnalysisInput | null,
): Promise<Set<string> | null> {
  const { record } = await readNetwork(tree, network, log);
  if (record === null) return null;
  if (input !== null && network.eigengenes !== null && network.kmeTable !== null) {
    compareLabels(new FileReading(tree, network.eigengenes, log), record.sampleLabels, input.sampleLabels);
    compareFeatures(new FileReading(tree, network.kmeTable, log), record, input);
  }
  return new Set(record.modules.map((module) => module.name));
}

function compareLabels(
  file: FileReading,
  eigengeneLabels: readonly string[],
  inputLabels: readonly string[],
): void {
  const input = new Set(inputLabels);
  const eigengeneSet = new Set(eigengeneLabels);
  const cause = causeOfChange(
    inputLabels.filter((label) => !eigengeneSet.has(label)),
    [...eigengeneSet].filter((label) => !input.has(label)),
  );
  if (cause !== null) {
    file.wrong(null, 'Sample', `The samples are not those of the input data set. ${cause}`);
    return;
  }
  for (const label of eigengeneSet) {
    if (!input.has(label)) file.wrong(null, 'Sample', `The input data set has no sample ${quote(label)}.`);
  }
  for (const label of input) {
    if (!eigengeneSet.has(label))
      file.wrong(null, 'Sample', `The sample ${quote(label)} of the input data set is missing.`);
  }
}

/** Every feature of a network must be in its input data set; features without variance may be missing. */
function compareFeatures(
  file: FileReading,
  { features, featureLines }: Pick<NetworkRecord, 'features' | 'featureLines'>,
  input: AnalysisInput,
): void {
  const unknown = [...features.keys()].filter((row) => !input.features.has(features[row] ?? ''));
  const [first] = unknown;
  if (first === undefined) return;
  const own = new Set(features);
  const cause = causeOfChange(
    [...input.features].filter((feature) => !own.has(feature)),
    unknown.map((row) => features[row] ?? ''),
  );
  if (cause !== null) {
    file.wrong(
      featureLines[first] ?? null,
      null,
      `The features are not those of the input data set. ${cause}`,
    );
    return;
  }
  if (unknown.length > features.length / 2) {
    const counts = `${unknown.length.toLocaleString('en')} of ${features.length.toLocaleString('en')} features`;
    const sentence = `${counts} are not in the input data set ${quoteName(input.fullName)}, such as ${quote(features[first] ?? '')}; was the analysis run on another data set?`;
    file.wrong(featureLines[first] ?? null, null, sentence);
    return;
  }
  for (const row of unknown) {
    const feature = features[row] ?? '';
    const sentence = mangledSymbolOf(feature) ?? `The input data set has no feature ${quote(feature)}.`;
    file.wrong(featureLines[row] ?? null, null, sentence);
  }
}

/** Extensions of files without a reader, with the content that previews expect. */
const EXPECTED: Record<string, readonly (FileSignature['kind'] | 'text')[]> = {
  '.pdf': ['pdf'],
  '.png': ['png'],
  '.jpg': ['jpeg'],
  '.jpeg': ['jpeg'],
  '.xlsx': ['zip'],
  '.docx': ['zip'],
  '.xls': ['xls'],
  '.csv': ['text'],
  '.txt': ['text'],
  '.r': ['text'],
};

/** Reads a file without a reader, and checks that its content matches its extension. */
async function readToEnd(tree: FileTree, path: string, log: ReadLog): Promise<void> {
  const file = new FileReading(tree, path, log);
  let start = Buffer.alloc(0);
  let isEmpty = true;
  try {
    for await (const chunk of await tree.open(path)) {
      const bytes: Buffer = chunk;
      isEmpty = false;
      if (start.length < SIGNATURE_BYTES) start = Buffer.concat([start, bytes.subarray(0, SIGNATURE_BYTES)]);
    }
    if (!isEmpty) compareKind(file, start.subarray(0, SIGNATURE_BYTES));
    else if (/\.pdf$/i.test(path)) file.wrong(null, null, 'The file is not a PDF; it is empty.');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    for (const fault of error.faults) log.add(fault);
  }
  log.endFile(path);
}

/** A PDF with other content is a fault, because module pages are shown from it; other mismatches are warnings. */
function compareKind(file: FileReading, start: Buffer): void {
  const ending = /\.\w+$/.exec(file.path.toLowerCase())?.[0] ?? '';
  const expected = EXPECTED[ending];
  if (expected === undefined) return;
  const found = signatureOf(start);
  if (expected.includes(found?.kind ?? 'text')) return;
  const label = found?.label ?? 'plain text';
  if (ending === '.pdf') file.wrong(null, null, `The file is not a PDF; it holds ${label}.`);
  else file.warn(null, null, `This file is named ${ending} but holds ${label}; it cannot be previewed.`);
}
