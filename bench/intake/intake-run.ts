/** One intake in a separate process, to measure its peak memory. Prints one line of JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runIntake } from '@omicon/server/areas/uploads/run.ts';
import { createRun } from '@omicon/server/areas/uploads/sql.ts';
import { openServices } from '@omicon/server/base/open-services.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@omicon/server/base/postgres/embedded-postgres.ts';
import { readConfig } from '@omicon/server/config.ts';
import { prepareTables } from '@omicon/server/prepare-tables.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('Usage: intake-run.ts <folder or zip>');
const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-bench-'));
const postgres = await startEmbeddedPostgres(folder, { isDurable: true });
const opened = await openServices(
  readConfig({ OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' }),
  postgres.url,
  { connections: 4 },
);
try {
  await prepareTables(postgres.url);
  const quietRssMiB = process.memoryUsage().rss / 1024 ** 2;
  const started = performance.now();
  const run = await createRun(opened.db, {
    source,
    local_path: path.resolve(source),
    visibility: null,
    owner: null,
  });
  const report = await runIntake(opened.services, run);
  const ms = performance.now() - started;
  const againStarted = performance.now();
  const again = await createRun(opened.db, {
    source,
    local_path: path.resolve(source),
    visibility: null,
    owner: null,
  });
  const second = await runIntake(opened.services, again);
  const { rows } = await sql<{ networks: number; modules: number }>`
    select (select count(*)::int from covariation_network) as networks, (select count(*)::int from covariation_module) as modules`.execute(
    opened.db,
  );
  console.log(
    JSON.stringify({
      ms: Math.round(ms),
      againMs: Math.round(performance.now() - againStarted),
      changedAgain: second.units.filter((unit) => unit.outcome !== 'unchanged').length,
      units: report.units.length,
      faults: report.faults.length,
      notUnderstood: report.not_understood.length,
      ...rows[0],
      quietRssMiB: Math.round(quietRssMiB),
      peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
} finally {
  await opened.close();
  await postgres.stop();
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
}
