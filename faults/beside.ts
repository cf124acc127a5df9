/**
 * Effect of heavy work and slow clients on users (REL-16, REL-17): list reads over 64 connections at full and half
 * rate, first alone, then during an import, zips, previews and searches, and with hundreds of connections that send
 * or read almost nothing.
 */
import { readdirSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop, describeLoad, inTurn, openLoop } from '../bench/load/http-load.ts';
import { keepDoing } from '../bench/load/keep-doing.ts';
import { CONNECTIONS, makeReads, usefulRate } from '../bench/load/list-reads.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import { noteMissed, quantile } from '../bench/report/figures.ts';
import { PREVIEW_LIMIT_BYTES } from '../domain/files/file-kinds.ts';
import { runCommand } from '../journeys/harness/commands.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { until } from '../journeys/harness/portal.ts';
import { type Product, withProduct } from '../journeys/harness/product.ts';
import { WEB_DIST } from '../server/base/pages/pages.ts';

const SECONDS = Number(process.env.OMICON_LOAD_SECONDS ?? 15);
const TRICKLING = 500;
const NOT_READING = 1000;
/** The server requires one KiB per second from the second minute on, and checks every minute. */
const LET_GO_MS = 150_000;
/** Slowdown above which users notice. */
const MAX_TIMES = 2;

interface Work {
  /** stops the work; resolves with what was done */
  end(): Promise<string>;
}

function again(what: string, act: () => Promise<unknown>): Work {
  const stop = keepDoing(act);
  return { end: async () => `${await stop()} ${what}` };
}

async function read<T>({ get }: Product, at: string): Promise<T> {
  return JSON.parse((await get(at)).text) as T;
}

/** Prepares a whole analysis as a zip, repeatedly. */
async function zips(product: Product): Promise<Work> {
  const { results } = await read<{ results: { id: number }[] }>(product, '/api/analyses/');
  return again('zips of an analysis', async () => {
    await product.post('/api/downloads/', {
      type: 'zip',
      folders: [{ entity_type: 'project', entity_id: results[0]?.id ?? 0, folder: '' }],
    });
    await until('the zip', async () => {
      const { results: downloads } = await read<{ results: { state: string }[] }>(product, '/api/downloads/');
      return downloads.every(({ state }) => !['waiting', 'preparing'].includes(state)) ? true : null;
    });
  });
}

async function previews(product: Product): Promise<Work> {
  const { results } = await read<{ results: { name: string; key: string | null; sizeByteVal: number }[] }>(
    product,
    '/api/files/?page_size=100',
  );
  const tables = results.filter(
    ({ name, key, sizeByteVal }) =>
      key !== null && name.endsWith('.csv') && sizeByteVal <= PREVIEW_LIMIT_BYTES,
  );
  const [largest] = tables.toSorted((a, b) => b.sizeByteVal - a.sizeByteVal);
  return again(`previews of a csv file of ${largest?.sizeByteVal} bytes`, () =>
    product.post('/api/files/csv-preview/', { key: largest?.key ?? '' }),
  );
}

/** Each with a different threshold, so that none is cached. */
function searches({ post }: Product): Work {
  let number = 0;
  return again('searches', async () => {
    number += 1;
    await post('/api/advanced-search/', {
      result_type: 'covariation-modules',
      filters: {
        genesets: {
          rules: [{ field: 'enrichment', definition: 'Any', p_below: 0.05 / number, name_contains: 'cell' }],
        },
      },
    });
  });
}

/** Sends one byte every half second, of the headers or the body of a request. */
function trickle(address: URL, isHead: boolean): net.Socket {
  const head = 'POST /api/user-login HTTP/1.1\r\nHost: omicon.test\r\n';
  const rest = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  const socket = net.connect(Number(address.port), address.hostname, () =>
    socket.write(isHead ? head : head + rest),
  );
  const timer = setInterval(() => socket.write('x'), 500);
  socket.on('close', () => clearInterval(timer));
  return socket;
}

/** Requests the largest script and reads nothing of it. */
function readNothing(address: URL, script: string): net.Socket {
  const request = `GET ${script} HTTP/1.1\r\nHost: omicon.test\r\nAccept-Encoding: identity\r\n\r\n`;
  const socket = net.connect(Number(address.port), address.hostname, () => socket.write(request));
  socket.pause();
  return socket;
}

/** Connections that stay open for as long as the server allows. */
async function slowClients({ address, memory }: Product, script: string): Promise<Work> {
  const url = new URL(address);
  const sockets = [
    ...Array.from({ length: TRICKLING }, (_, index) => trickle(url, index % 2 === 0)),
    ...Array.from({ length: NOT_READING }, () => readNothing(url, script)),
  ];
  const began = performance.now();
  const closed: number[] = [];
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.once('close', () => closed.push(performance.now() - began));
  }
  // Opened before measuring: their effect while open is of interest, not the opening.
  await sleep(3000);
  return {
    async end() {
      const { nowMiB } = memory();
      // A socket that reads nothing does not notice that it was closed.
      const trickling = sockets.slice(0, TRICKLING);
      while (performance.now() - began < LET_GO_MS && !trickling.every(({ destroyed }) => destroyed))
        await sleep(500);
      const ended = trickling.filter(({ destroyed }) => destroyed).length;
      for (const socket of sockets) socket.resume();
      await sleep(1000);
      const heard = sockets.slice(TRICKLING).filter(({ destroyed }) => destroyed).length;
      for (const socket of sockets) socket.destroy();
      return `${ended} of ${TRICKLING} trickling connections were closed, the last after ${((closed.at(-1) ?? 0) / 1000).toFixed(0)} s; ${heard} of ${NOT_READING} that read nothing; web process ${nowMiB.toFixed(0)} MiB at the end of the load`;
    },
  };
}

/** The largest script of the pages. */
function findScript(): string {
  const folder = path.join(WEB_DIST, 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest] = scripts.toSorted(
    (a, b) => statSync(path.join(folder, b)).size - statSync(path.join(folder, a)).size,
  );
  return `/assets/${largest}`;
}

async function measure(product: Product): Promise<void> {
  const reads = inTurn(await makeReads(product));
  // Warm-up, so that the code of server and client is compiled.
  await closedLoop(reads, { connections: CONNECTIONS, ms: 4000 });
  const load = () => closedLoop(reads, { connections: CONNECTIONS, ms: SECONDS * 1000 });
  const quiet = await load();
  const rate = Math.floor(usefulRate(quiet) / 2);
  const half = () => openLoop(reads, { connections: CONNECTIONS, ms: SECONDS * 1000, rate });
  console.log(`  alone: maximum rate ${describeLoad(quiet)}; half of it ${describeLoad(await half())}`);
  const script = findScript();
  const kinds: [string, () => Work | Promise<Work>][] = [
    ['imports', () => again('imports of the corpus', () => runCommand('import', [CORPUS], product.settings))],
    ['zips', () => zips(product)],
    ['previews', () => previews(product)],
    ['searches', () => searches(product)],
    ['slow clients', () => slowClients(product, script)],
  ];
  for (const [name, begin] of kinds) {
    const work = await begin();
    const all = await load();
    const some = await half();
    const done = await work.end();
    const times = quantile(all.times, 0.99) / quantile(quiet.times, 0.99);
    console.log(`  during ${name} (${done})
    maximum rate            ${describeLoad(all)}; p99 ${times.toFixed(1)} times the quiet one${noteMissed(times > MAX_TIMES)}
    half of the quiet rate  ${describeLoad(some)}`);
    if (all.times.length + some.times.length < all.answers + some.answers)
      throw new Error(`A list request failed during ${name}.`);
  }
}

export async function loadBesideWork(): Promise<void> {
  requireInput();
  await withProduct(async (product) => {
    await runCommand('import', [CORPUS], product.settings);
    const title = `list reads over ${CONNECTIONS} connections during heavy work and with slow clients`;
    await withCalibration(title, () => measure(product));
  });
}
