/**
 * Files made to harm, uploaded one after another by one person: how long lists and searches of another take meanwhile,
 * beside a calm span before. Each file is refused with one sentence, and nothing of it is stored.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { bringFile, type DraftOwner } from '../bench/intake/drafts.ts';
import { type Call, closedLoop, inTurn, type LoadResult, openLoop } from '../bench/load/http-load.ts';
import { keepDoing } from '../bench/load/keep-doing.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import { noteMissed, quantile } from '../bench/report/figures.ts';
import { zipOf } from '../intake/tree/test-zip.ts';
import { runCommand } from '../journeys/harness/commands.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { makeMembers } from '../journeys/harness/members.ts';
import { type Product, withProduct } from '../journeys/harness/product.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { sql } from '../server/base/postgres/database.ts';
import {
  addFrame,
  addNumbers,
  addSparseParts,
  compress,
  writeHdf5,
} from '../server/bring-programs/forms/hdf5/write-hdf5.ts';
import { int, integers, list, rdsFile, type TestValue } from '../server/bring-programs/forms/rds/test-rds.ts';
import { laughs, MEBIBYTE, zeros } from '../server/test-support/attacks/hostile/parts.ts';
import { sheetXml, textCell, xlsxOf } from '../server/test-support/files/office-files.ts';

const SPAN_MS = Number(process.env.OMICON_LOAD_SECONDS ?? 15) * 1000;
const LISTS_A_SECOND = 20;
const LIST_P95_MS = 100;
const SEARCH_P95_MS = 400;

const SHEET = 'xl/worksheets/sheet1.xml';
const END = Buffer.from('PAR1');

/** An R list in lists, deeper than any object. */
function nestedList(): TestValue {
  let value: TestValue = integers([1]);
  for (let level = 0; level < 2000; level += 1) value = list([value]);
  return value;
}

/** Files of text, archives, workbooks, Parquet and R. */
function makeFiles(): Record<string, Buffer> {
  return {
    'bomb.zip': zipOf([{ name: 'values.csv', content: zeros(200) }]),
    'understated.zip': zipOf([{ name: 'values.csv', content: zeros(40), unpackedSize: 100 }]),
    'bomb.tsv.gz': gzipSync(Buffer.alloc(400 * MEBIBYTE, 'IDH1')),
    'bomb.xlsx': xlsxOf({ [SHEET]: zeros(200) }),
    'entities.xlsx': xlsxOf({
      [SHEET]: sheetXml(`<row r="1">${textCell('A1', '&l9;')}</row>`, laughs('worksheet')),
    }),
    'cut.parquet': Buffer.concat([END, Buffer.alloc(MEBIBYTE, 0x15)]),
    'nested.parquet': Buffer.concat([
      END,
      Buffer.alloc(1_000_000, 0x1c),
      Buffer.from([0x40, 0x42, 0x0f, 0x00]),
      END,
    ]),
    'length.rds': rdsFile(Buffer.concat([int(14), int(2 ** 31 - 1), int(0)])),
    'bomb.rds': gzipSync(rdsFile(Buffer.concat([int(14), int(5e7), Buffer.alloc(4e8)]))),
    'nested.rds': rdsFile(nestedList()),
  };
}

/** HDF5 files with a shape, a link and a length that are not what they seem. */
async function writeHdf5Files(folder: string): Promise<string[]> {
  const good = compress(
    [
      [1, 0],
      [0, 2],
    ],
    'csr',
  );
  const frames = (root: Parameters<typeof addFrame>[0]) => {
    addFrame(root, 'obs', ['S1', 'S2']);
    addFrame(root, 'var', ['MBP', 'IDH1']);
  };
  const fileOf = (name: string) => path.join(folder, `${name}.h5ad`);
  const [shape, link, dense, cut] = [fileOf('shape'), fileOf('link'), fileOf('dense'), fileOf('cut')];
  await writeHdf5(shape, (root) => {
    frames(root);
    addSparseParts(root, 'X', { ...good, shape: [2e9, 2e9] }, 'csr_matrix');
  });
  await writeHdf5(link, (root) => {
    frames(root);
    root.create_external_link('/etc/passwd', '/X', 'X');
  });
  await writeHdf5(dense, (root) => {
    frames(root);
    addNumbers(root, 'X', new Float64Array(4e6), [2000, 2000]);
  });
  const bytes = await readFile(dense);
  await writeFile(cut, bytes.subarray(0, bytes.length / 2));
  return [shape, link, dense, cut];
}

async function writeFiles(folder: string): Promise<string[]> {
  const written: string[] = [];
  for (const [name, bytes] of Object.entries(makeFiles())) {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    written.push(file);
  }
  return [...written, ...(await writeHdf5Files(folder))];
}

/** Uploads a file that must be refused. @returns the sentence */
async function bringHostile(owner: DraftOwner, file: string): Promise<string> {
  const { draft } = await bringFile(owner, file);
  const { fault } = draft;
  const name = path.basename(file);
  if (fault === null) throw new Error(`${name} was not refused but is ${draft.status}.`);
  if (!/^[^\n]{1,500}[.;:]?$/.test(fault) || /\bat \S+:\d+|Error:/.test(fault))
    throw new Error(`${name} was not refused with one sentence: ${fault}`);
  return fault;
}

interface Spans {
  lists: LoadResult;
  searches: LoadResult;
}

const MANY_SEARCHES = 5000;

/** Lists and searches of one person for a while; each search has another threshold, so that no cache answers. */
function makeSpan({ address }: Product, token: string): () => Promise<Spans> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const listing = inTurn([{ url: `${address}/api/data-collections/?page_size=25`, headers }]);
  let number = 0;
  const searching = (): Call => {
    number = (number + 1) % MANY_SEARCHES;
    const rule = {
      field: 'enrichment',
      definition: 'Any',
      p_below: 0.05 / (number + 1),
      name_contains: 'cell',
    };
    const filters = { genesets: { rules: [rule] } };
    const body = JSON.stringify({ result_type: 'covariation-modules', filters });
    return { url: `${address}/api/advanced-search/`, headers, body };
  };
  return async () => {
    const [lists, searches] = await Promise.all([
      openLoop(listing, { connections: LISTS_A_SECOND, ms: SPAN_MS, rate: LISTS_A_SECOND }),
      closedLoop(searching, { connections: 1, ms: SPAN_MS }),
    ]);
    return { lists, searches };
  };
}

function describeSpan({ times, answers }: LoadResult, targetMs: number): string {
  const p95 = quantile(times, 0.95);
  return `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${quantile(times, 1).toFixed(0)} ms of ${answers}${noteMissed(p95 > targetMs)}`;
}

function printSpans(title: string, { lists, searches }: Spans): void {
  console.log(`  ${title}
    lists     ${describeSpan(lists, LIST_P95_MS)}
    searches  ${describeSpan(searches, SEARCH_P95_MS)}`);
  if (lists.times.length < lists.answers || searches.times.length < searches.answers)
    throw new Error(`A call of the other person failed: ${title}.`);
}

/** Records, objects and files of drafts that are left. */
async function countKept({ opened, dataDir }: Product): Promise<string> {
  const { rows } = await sql<{ records: number; runs: number }>`
    select (select count(*)::int from omicon_record) as records, (select count(*)::int from intake_run) as runs`.execute(
    opened.db,
  );
  const folders = await readdir(dataDir);
  const drafts = folders.includes('drafts') ? await readdir(path.join(dataDir, 'drafts')) : [];
  const objects = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = objects.filter((entry) => entry.isFile()).length;
  return `${rows[0]?.records} records, ${rows[0]?.runs} imports, ${files} objects, ${drafts.length} folders of drafts`;
}

/** What a refused draft kept is deleted after its reply. */
async function untilKept(product: Product, wanted: string): Promise<void> {
  let kept = '';
  for (let waited = 0; waited < 30_000 && kept !== wanted; waited += 500) {
    await sleep(500);
    kept = await countKept(product);
  }
  console.log(`  before and after: ${kept}`);
  if (kept !== wanted) throw new Error(`Something was stored: ${wanted} before, ${kept} after.`);
}

async function measure(product: Product, files: readonly string[]): Promise<void> {
  const [hostile, other] = await makeMembers(product.opened.db, 2);
  if (hostile === undefined || other === undefined) throw new Error('There are no people.');
  const owner = { address: product.address, token: hostile.token };
  const span = makeSpan(product, other.token);
  await span();
  printSpans('calm', await span());
  const kept = await countKept(product);
  const sentences = new Map<string, string>();
  let number = 0;
  const next = async () => {
    const file = files[number % files.length] ?? '';
    number += 1;
    sentences.set(path.basename(file), await bringHostile(owner, file));
  };
  const stop = keepDoing(next);
  const spans = await span();
  const times = await stop();
  printSpans(`during ${times} hostile files of another person`, spans);
  while (number < files.length) await next();
  for (const [name, sentence] of sentences) console.log(`    ${name.padEnd(16)} ${sentence}`);
  await untilKept(product, kept);
  if (!product.isRunning()) throw new Error('The web process has ended.');
}

export async function bringHostileFiles(): Promise<void> {
  requireInput();
  await withFolder(async (folder) => {
    const files = await writeFiles(folder);
    await withProduct(async (product) => {
      await runCommand('import', [CORPUS], product.settings);
      const title = `lists and searches of one person while another uploads ${files.length} hostile files in turn`;
      await withCalibration(title, () => measure(product, files));
    });
  });
}
