/**
 * Searches for a list of genes without our index, in the same run as the product: arrays in the memory of one process,
 * plain rows in Postgres with an index on the gene, and, as in the laboratory, a scan of CSV files.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Database, sql } from '@omicon/server/base/postgres/database.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { GENES, generateNetwork } from '../corpus/corpus-generator.ts';
import { describeTimes, printTimes, repeat } from '../report/figures.ts';

const TRIES = 10;
/** Networks whose files are written; the time of all is extrapolated, because a scan costs the same for each. */
const SCANNED = 10;
const DEFINITIONS = ['Seed', 'PosBC', 'PosFDR'];

interface Holding {
  module: number;
  definition: number;
  genes: Uint32Array;
}

function* holdings(seed: number, count: number): Generator<Holding & { name: string; network: number }> {
  let module = 0;
  for (let network = 0; network < count; network += 1) {
    for (const { name, definition, genes } of generateNetwork(seed, network).modules) {
      if (definition === 0) module += 1;
      yield { module, definition, genes, name, network };
    }
  }
}

/** The first hundred modules with any of the genes, by Jaccard, as in the product. */
function benchArrays(all: readonly Holding[], draw: (size: number) => number[], size: number): number {
  const listed = draw(size);
  const started = performance.now();
  const isListed = new Uint8Array(GENES);
  for (const gene of listed) isListed[gene] = 1;
  const found: { at: number; jaccard: number }[] = [];
  all.forEach(({ genes }, at) => {
    let matches = 0;
    for (let index = 0; index < genes.length; index += 1) matches += isListed[genes[index] ?? 0] ?? 0;
    if (matches > 0) found.push({ at, jaccard: matches / (genes.length + size - matches) });
  });
  found.sort((a, b) => b.jaccard - a.jaccard || a.at - b.at);
  if (found.slice(0, 100).length === 0) throw new Error('A list of genes matched no module.');
  return performance.now() - started;
}

async function makePlainRows(db: Database, seed: number, count: number): Promise<number> {
  await sql`drop table if exists bench_member`.execute(db);
  await sql`create unlogged table bench_member (module integer, definition smallint, gene integer)`.execute(
    db,
  );
  let batch: Holding[] = [];
  const flush = async () => {
    const modules = batch.flatMap(({ module, genes }) => Array<number>(genes.length).fill(module));
    const definitions = batch.flatMap(({ definition, genes }) =>
      Array<number>(genes.length).fill(definition),
    );
    const genes = batch.flatMap((holding) => [...holding.genes]);
    await sql`insert into bench_member select * from unnest(${modules}::int[], ${definitions}::smallint[], ${genes}::int[])`.execute(
      db,
    );
    batch = [];
  };
  for (const holding of holdings(seed, count)) {
    batch.push(holding);
    if (batch.length === 3000) await flush();
  }
  await flush();
  await sql`create index bench_member_gene on bench_member (gene)`.execute(db);
  await sql`create table bench_size as select module, definition, count(*)::int as n from bench_member group by 1, 2`.execute(
    db,
  );
  await sql`vacuum analyze bench_member`.execute(db);
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('bench_member')::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function benchRows(db: Database, draw: (size: number) => number[], size: number): Promise<number> {
  const listed = draw(size);
  const started = performance.now();
  await sql`
    select m.module, m.definition, count(*)::float8 / (s.n + ${size} - count(*)) as jaccard
      from bench_member m join bench_size s on s.module = m.module and s.definition = m.definition
     where m.gene = any(${listed}::int[]) group by m.module, m.definition, s.n order by jaccard desc limit 100`.execute(
    db,
  );
  return performance.now() - started;
}

function writeFiles(folder: string, seed: number): string[] {
  const lines = new Map<number, string[]>();
  for (const { network, name, definition, genes } of holdings(seed, SCANNED)) {
    const own = lines.get(network) ?? ['SYMBOL,Module,Definition'];
    for (const gene of genes) own.push(`GENE${gene},${name},${DEFINITIONS[definition]}`);
    lines.set(network, own);
  }
  return [...lines].map(([network, own]) => {
    const file = path.join(folder, `members_${network}.csv`);
    writeFileSync(file, own.join('\n'));
    return file;
  });
}

/** @returns ms for one network */
async function benchFiles(
  files: readonly string[],
  draw: (size: number) => number[],
  size: number,
): Promise<number> {
  const listed = new Set(draw(size).map((gene) => `GENE${gene}`));
  const started = performance.now();
  for (const file of files) {
    const counts = new Map<string, number>();
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const comma = line.indexOf(',');
      if (listed.has(line.slice(0, comma))) {
        const module = line.slice(comma + 1);
        counts.set(module, (counts.get(module) ?? 0) + 1);
      }
    }
  }
  return (performance.now() - started) / files.length;
}

/** Prints the three baselines for lists of 10, 100 and 500 genes. */
export async function benchBaselines(
  db: Database,
  { seed, count, random }: { seed: number; count: number; random: () => number },
): Promise<void> {
  const draw = (size: number) => Array.from({ length: size }, () => Math.floor(random() * GENES));
  const sizes = [10, 100, 500];
  const all = [...holdings(seed, count)];
  console.log(`  baselines: modules with any of 10, 100, 500 genes, by Jaccard, p50 / p95 of ${TRIES}`);
  const print = async (name: string, run: (size: number) => Promise<number>) => {
    const figures: string[] = [];
    for (const size of sizes) figures.push(describeTimes(await repeat(TRIES, () => run(size))));
    console.log(`    ${name.padEnd(40)} ${figures.map((text) => text.padStart(20)).join('')}`);
  };
  await print('arrays in memory, one thread', async (size) => benchArrays(all, draw, size));
  const bytes = await makePlainRows(db, seed, count);
  await print('SQL over plain rows', (size) => benchRows(db, draw, size));
  console.log(`      plain rows take ${(bytes / count / 1e6).toFixed(2)} MB a network`);
  await sql`drop table bench_member, bench_size`.execute(db);
  await withFolder(async (folder) => {
    const files = writeFiles(folder, seed);
    const times = await repeat(3, () => benchFiles(files, draw, 100));
    const ofAll = times.map((ms) => ms * count);
    printTimes(`  scan of CSV files, 100 genes, ${count} networks`, ofAll, `(from ${SCANNED} networks)`);
  });
}
