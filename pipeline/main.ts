/**
 * `npm run pipeline -- <analyte file or data set folder> --steps OR,QN,BC,FM,EA [options]`: prepares a data set and finds its
 * modules, in folders that intake takes in and R reads. Ctrl-C stops; the same command again continues after the last
 * finished step.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OUTLIER_CUTS } from '@omicon/domain/pipeline/outliers.ts';
import { PipelineRefusal } from '@omicon/domain/pipeline/refusal.ts';
import { PipelineStopped } from '@omicon/domain/pipeline/watch.ts';
import { joinTitle, parseTitle } from '@omicon/domain/records/lineage.ts';
import { readDataSetFolder, UnreadableInput } from './files/read-data-set-folder.ts';
import { readGeneSetFolder } from './files/read-gene-set-folder.ts';
import type { SourcedSet } from './files/write-network.ts';
import type { PreparationStep } from './run/apply-step.ts';
import { findModules, previewModules } from './run/find-modules.ts';
import { prepareDataSet, type RunFolders } from './run/prepare-data-set.ts';
import { tellSteps } from './run/tell-steps.ts';

const USAGE = `Usage: npm run pipeline -- <analyte file or data set folder> --steps OR,QN,BC,FM,EA [options]
  --out <folder>            where the laboratory's tree is written (pipeline-output); finished steps are kept in <folder>.steps
  --collection <name>       folder of the collection in it (project of the file names)
  --cuts -2,-3              OR: Z.K below which samples leave, by round
  --rounds <n>              OR: most rounds
  --remove <label,label>    OR: these samples instead of rounds
  --batch <attribute>       BC: attribute of the batches (Batch)
  --covariates <a,b>        BC: attributes whose effects stay
  --mean-only               BC: correct means only
  --thresholds .99,.98      FM: relative thresholds (.9999,.999,.99,.98,.97,.96)
  --sizes 8,10              FM: minimum sizes (6,8,10,12,15,20)
  --preview                 FM: count modules and members of every cell, and write nothing else
  --gene-sets <folder>      EA: folder of gene sets, with a legend or as GMT; may be given more than once
  --title, --owner, --analyst <text>, --date <yyyy-mm-dd>, --public   attributes of the analysis
  --allow-counts            values are counts, and wanted so
  --memory <MiB>            limit of FM (OMICON_PIPELINE_MEMORY, or 2048)
  --threads <n>             threads of FM (2 where that is faster)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string' },
    out: { type: 'string', default: 'pipeline-output' },
    collection: { type: 'string' },
    cuts: { type: 'string', default: OUTLIER_CUTS.join(',') },
    rounds: { type: 'string' },
    remove: { type: 'string' },
    batch: { type: 'string', default: 'Batch' },
    covariates: { type: 'string', default: '' },
    'mean-only': { type: 'boolean', default: false },
    thresholds: { type: 'string', default: '.9999,.999,.99,.98,.97,.96' },
    sizes: { type: 'string', default: '6,8,10,12,15,20' },
    preview: { type: 'boolean', default: false },
    'gene-sets': { type: 'string', multiple: true, default: [] },
    title: { type: 'string' },
    owner: { type: 'string', default: 'Unknown' },
    analyst: { type: 'string' },
    date: { type: 'string' },
    public: { type: 'boolean', default: false },
    'allow-counts': { type: 'boolean', default: false },
    memory: { type: 'string', default: process.env.OMICON_PIPELINE_MEMORY ?? '2048' },
    threads: { type: 'string' },
  },
});

/** Paths are those of the shell that typed the command, also from `npm run`. */
function resolveFromShell(file: string): string {
  const expanded = file.startsWith('~/') ? path.join(homedir(), file.slice(2)) : file;
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), expanded);
}

const namesOf = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
const numbersOf = (text: string) => namesOf(text).map(Number);

const STEPS = ['OR', 'QN', 'BC', 'FM', 'EA'] as const;
type Step = (typeof STEPS)[number];

function isStep(name: string): name is Step {
  return STEPS.some((step) => step === name);
}

function preparationOf(step: 'OR' | 'QN' | 'BC'): PreparationStep {
  if (step === 'QN') return { code: 'QN' };
  if (step === 'BC')
    return {
      code: 'BC',
      batch: values.batch,
      covariates: namesOf(values.covariates),
      isMeanOnly: values['mean-only'],
    };
  if (values.remove !== undefined) return { code: 'OR', remove: namesOf(values.remove) };
  const maxRounds = values.rounds === undefined ? {} : { maxRounds: Number(values.rounds) };
  return { code: 'OR', rules: { cuts: numbersOf(values.cuts), ...maxRounds } };
}

const progress = tellSteps();

async function readGeneSets(): Promise<SourcedSet[]> {
  const folders = values['gene-sets'].map(resolveFromShell);
  if (folders.length === 0) throw new UnreadableInput('EA needs gene sets: --gene-sets <folder>.');
  return (await Promise.all(folders.map(readGeneSetFolder))).flat();
}

/** Modules of a data set, by a preview or as an analysis; prints what it found. */
async function runModules(input: string, steps: readonly Step[], folders: RunFolders): Promise<void> {
  const shared = {
    input,
    areCountsAllowed: values['allow-counts'],
    memoryLimit: Number(values.memory) * 1024 ** 2,
    ...(values.threads === undefined ? {} : { threadCount: Number(values.threads) }),
  };
  const [relatives, minSizes] = [numbersOf(values.thresholds), numbersOf(values.sizes)];
  if (values.preview) {
    const { cells, remarks } = await previewModules({ ...shared, relatives, minSizes }, folders, progress);
    progress.clear();
    for (const { relative, threshold, minSize, moduleCount, memberCount } of cells)
      console.log(
        `${relative} (${threshold.toFixed(3)}), at least ${minSize}: ${moduleCount} modules, ${memberCount} members`,
      );
    for (const remark of remarks) console.log(remark);
    return;
  }
  const { dataSet } = await readDataSetFolder(input);
  const parts = parseTitle(dataSet.title);
  const found = await findModules(
    {
      ...shared,
      cells: relatives.flatMap((relative) => minSizes.map((minSize) => ({ relative, minSize }))),
      geneSets: steps.includes('EA') ? await readGeneSets() : [],
      ...(values.collection === undefined ? {} : { collection: values.collection }),
      attributes: {
        title: values.title ?? (parts === null ? dataSet.title : `${parts.study} ${parts.group ?? 'All'}`),
        inputDataSet: joinTitle({ title: dataSet.title, version_code: dataSet.version }),
        owner: values.owner,
        analyst: values.analyst ?? values.owner,
        creationDate: values.date ?? new Date().toISOString().slice(0, 10),
        availability: values.public ? 'Public' : 'Private',
        notes: '',
      },
    },
    folders,
    progress,
  );
  progress.clear();
  for (const { name, initialModules, finalModules, members } of found.networks)
    console.log(`${name}: ${initialModules} branches, ${finalModules} modules, ${members} members`);
  for (const remark of found.remarks) console.log(remark);
  console.log(found.folder);
}

async function run(input: string, steps: readonly Step[]): Promise<void> {
  const outFolder = resolveFromShell(values.out);
  const folders = { outFolder, workFolder: `${outFolder}.steps` };
  let last = input;
  const preparation = steps.filter((step) => step !== 'FM' && step !== 'EA');
  if (preparation.length > 0) {
    const collection = values.collection === undefined ? {} : { collection: values.collection };
    const prepared = await prepareDataSet(
      {
        input,
        steps: preparation.map(preparationOf),
        areCountsAllowed: values['allow-counts'],
        ...collection,
      },
      folders,
      progress,
    );
    progress.clear();
    for (const line of [...prepared.remarks, ...prepared.folders]) console.log(line);
    last = prepared.folders.at(-1) ?? input;
  }
  if (steps.includes('FM') || steps.includes('EA')) await runModules(last, steps, folders);
}

const names = namesOf(values.steps ?? '');
const steps = names.filter(isStep);
const [input, ...more] = positionals;
const isInOrder = steps.join() === STEPS.filter((step) => steps.includes(step)).join();
if (
  input === undefined ||
  more.length > 0 ||
  steps.length === 0 ||
  steps.length < names.length ||
  !isInOrder
) {
  console.error(USAGE);
  process.exit(2);
}
try {
  await run(resolveFromShell(input), steps);
} catch (error) {
  if (error instanceof PipelineStopped) {
    console.error('\nStopped. The same command continues after the last finished step.');
    process.exit(130);
  }
  if (!(error instanceof PipelineRefusal || error instanceof UnreadableInput)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
