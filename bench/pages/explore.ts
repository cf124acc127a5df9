/**
 * Explores a csv of 20 GiB and one of 20 MiB: first page, any row, indexing time, and memory growth of the web process.
 * Targets: 100 ms for a row and 64 MiB of memory.
 */
import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { until } from '../../journeys/harness/portal.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { type MadeRecord, makeCollection } from '../records.ts';
import { describeTimes, repeat } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const MIB = 1024 ** 2;
const SEED = 20_261_121;
const TRIES = 40;
const INDEX_MS = 600_000;

/** Complete rows of about this many bytes. */
function rowsOf(bytes: number, first: number): { text: Buffer; count: number } {
  const rows: string[] = [];
  for (let length = 0, row = first; length < bytes; row += 1) {
    const text = `${row}_at,GENE${row % 25_000},${(row / 7).toFixed(3)},2021-05-17,${'x'.repeat(20)}\n`;
    rows.push(text);
    length += text.length;
  }
  return { text: Buffer.from(rows.join('')), count: rows.length };
}

const HEADER = 'Probe,Symbol,Value,Date,Note\n';

/**
 * A csv of about that size, without holes up to 64 MiB. In a larger one the first and last mebibyte hold rows, and so
 * do the first 2 KiB of each mebibyte between; the rest of that mebibyte is a hole, which reads as zeros without an end
 * of line and so is one long row.
 * @returns its size
 */
function writeTable(file: string, size: number): number {
  const out = openSync(file, 'wx');
  writeSync(out, HEADER);
  let end = HEADER.length;
  let rows = 0;
  const step = size <= 64 * MIB ? size : MIB;
  for (let at = 0; at < size; at += step) {
    const isFull = at === 0 || at >= size - MIB;
    const { text, count } = rowsOf(isFull ? step - 2048 : 2048, rows);
    // Ends the row of the hole before it.
    const written = at === 0 ? text : Buffer.concat([Buffer.from('\n'), text]);
    if (at > 0) end = at;
    end += writeSync(out, written, 0, written.length, end);
    rows += count;
  }
  closeSync(out);
  return end;
}

/** Writes the file directly into the store; hashing 20 GiB is not part of the measurement. */
async function addFile(
  product: Product,
  collection: MadeRecord,
  { name, about }: { name: string; about: number },
) {
  const sha256 = Buffer.alloc(32, about / MIB);
  const key = sha256.toString('hex');
  const objectPath = path.join(product.dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key);
  mkdirSync(path.dirname(objectPath), { recursive: true });
  const size = writeTable(objectPath, about);
  const { rows: added } = await sql<{ id: number }>`
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility)
    values ('dc', ${collection.id}, ${collection.number}, '', ${name}, ${size}, ${sha256}, ${key}, 'public') returning id`.execute(
    product.opened.db,
  );
  const diskMiB = (statSync(objectPath).blocks * 512) / MIB;
  return { key: `${added[0]?.id}/${name}`, diskMiB };
}

interface Table {
  state: string;
  number_of_rows: number | null;
  rows: { row: number; cells: string[] }[];
}

async function benchTable(product: Product, name: string, key: string): Promise<void> {
  const ask = async (row: number, rows: number) => {
    const { ms, text } = await product.post('/api/files/explore/', { key, row, rows });
    return { ms, table: JSON.parse(text) as Table };
  };
  const started = performance.now();
  const first = await ask(0, 100);
  const isReady = async () => (await ask(0, 1)).table.state === 'ready' || null;
  await until('the index', isReady, INDEX_MS);
  const indexed = performance.now() - started;
  const total = (await ask(0, 1)).table.number_of_rows ?? 0;
  product.forgetPeak();
  const before = product.memory().nowMiB;
  const firstPage = await repeat(TRIES, async () => (await ask(0, 100)).ms);
  const random = randomFrom(SEED);
  const anyRow = await repeat(TRIES, async () => {
    const row = Math.floor(random() * total);
    const { ms, table } = await ask(row, 1);
    if (table.rows[0]?.row !== row) throw new Error(`Row ${row} is missing.`);
    return ms;
  });
  const anyPage = await repeat(TRIES, async () => (await ask(Math.floor(random() * (total - 100)), 100)).ms);
  const last = await ask(total - 1, 1);
  if (!last.table.rows[0]?.cells[0]?.includes('_at')) throw new Error('The last row is missing.');
  const { peakMiB } = product.memory();
  console.log(`  ${name}: ${total} rows
    first page, before the index   ${first.ms.toFixed(0)} ms
    first page of 100 rows         ${describeTimes(firstPage)}
    any row                        ${describeTimes(anyRow)}
    any page of 100 rows           ${describeTimes(anyPage)}
    last row                       ${last.ms.toFixed(1)} ms
    index                          ${(indexed / 1000).toFixed(1)} s
    web process                    ${before.toFixed(0)} MiB before, ${(peakMiB - before).toFixed(0)} MiB more at most`);
}

export async function benchExplore(): Promise<void> {
  await withProduct(async (product) => {
    console.log(`\nexplore of a csv, ${TRIES} tries each, p50 / p95`);
    const collection = await product.opened.db.transaction().execute((tx) => makeCollection(tx, 'EXPLORE'));
    for (const [name, about] of [
      ['small.csv', 20 * MIB],
      ['large.csv', 20 * 1024 * MIB],
    ] as const) {
      const file = await addFile(product, collection, { name, about });
      const title = `${name}, ${about / MIB} MiB, ${file.diskMiB.toFixed(0)} MiB on disk`;
      await benchTable(product, title, file.key);
    }
  });
}

if (import.meta.main) await runScenarios({ explore: benchExplore });
