/**
 * A database that an older version made is upgraded: the older version imports the corpus and stops, and the present one
 * starts on its data folder. Nothing is lost, the consistency check is clean, and the lists say the same.
 */
import path from 'node:path';
import { withCalibration } from '../bench/report/calibration.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { signInByToken, startSingle } from '../journeys/harness/portal.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { fetchFiles, type Inventory, takeInventory, verifyClean, waitForJobs } from './restore.ts';
import { checkOut } from './side-by-side.ts';

/** The oldest version whose databases are upgraded. */
const OLDEST = '46c2663';
/** Tables that the current version rebuilds, or whose rows change when it starts. */
const REMADE = new Set(['graphile_worker', 'login_key', 'permission_grant', 'corpus_version']);
const LISTS = ['/api/data-collections/', '/api/data-sets/', '/api/analyses/', '/api/gene-sets/'];

/** Rows of the older version that are gone. */
function findLost(before: Inventory, after: Inventory): string[] {
  return [...before.rows].flatMap(([table, count]) => {
    const now = after.rows.get(table) ?? 0;
    return REMADE.has(table) || table.startsWith('search_') || now >= count
      ? []
      : [`${table} ${count} -> ${now}`];
  });
}

async function listTotals(address: string): Promise<string> {
  const member = await signInByToken(address, 'demo_lab');
  const totals = await Promise.all(
    LISTS.map(async (list) => ((await (await member.get(list)).json()) as { total: number }).total),
  );
  return totals.join(', ');
}

/** Of a portal that is stopped, so that nothing changes meanwhile. */
async function takeInventoryOf(dataDir: string): Promise<Inventory> {
  const postgres = await startEmbeddedPostgres(dataDir, { isDurable: true });
  return takeInventory(dataDir).finally(() => postgres.stop());
}

async function upgrade(folder: string, old: string): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const first = await startSingle({ program: old, args: ['--import', CORPUS], dataDir });
  await waitForJobs(first);
  const totals = await listTotals(first.address);
  await first.stop();
  const before = await takeInventoryOf(dataDir);
  const started = performance.now();
  const portal = await startSingle({ args: [], dataDir });
  const seconds = (performance.now() - started) / 1000;
  await waitForJobs(portal);
  const upgraded = await listTotals(portal.address);
  const bytes = await fetchFiles(portal, before.files);
  await portal.stop();
  const after = await takeInventoryOf(dataDir);
  const checked = await verifyClean({ OMICON_DATA_DIR: dataDir });
  const lost = findLost(before, after);
  if (lost.length > 0 || totals !== upgraded)
    throw new Error(`Rows lost: ${lost.join(', ')}; lists ${totals}, then ${upgraded}.`);
  console.log(
    `  ${before.rows.size} tables, then ${after.rows.size}; ready after ${seconds.toFixed(1)} s; lists ${totals} before and after; ${before.files.length} files of ${bytes} bytes intact; consistency check clean in ${checked.toFixed(1)} s`,
  );
}

export async function upgradeOldest(): Promise<void> {
  requireInput();
  await withFolder(async (folder) => {
    const old = path.join(folder, 'old');
    checkOut(OLDEST, old);
    await withCalibration(`a database of version ${OLDEST} with the corpus, upgraded`, () =>
      upgrade(folder, old),
    ).finally(() => removeEmbeddedPostgres(path.join(folder, 'data')));
  });
}
