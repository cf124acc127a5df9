/** One intake in a separate process, to measure its peak memory. Prints one line of JSON. */
import path from 'node:path';
import { runIntake } from '@omicon/server/areas/uploads/run.ts';
import { createRun } from '@omicon/server/areas/uploads/sql.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { prepareTables } from '@omicon/server/prepare-tables.ts';
import { withServices } from '../../journeys/harness/services.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('Usage: intake-run.ts <folder or zip>');
const given = { source, local_path: path.resolve(source), visibility: null, owner: null };

await withFolder((folder) =>
  withServices(folder, async ({ db, services }, databaseUrl) => {
    await prepareTables(databaseUrl);
    const quietRssMiB = process.memoryUsage().rss / 1024 ** 2;
    const started = performance.now();
    const report = await runIntake(services, await createRun(db, given));
    const ended = performance.now();
    const again = await runIntake(services, await createRun(db, given));
    const { rows } = await sql<{ networks: number; modules: number }>`
      select (select count(*)::int from covariation_network) as networks, (select count(*)::int from covariation_module) as modules`.execute(
      db,
    );
    console.log(
      JSON.stringify({
        ms: Math.round(ended - started),
        againMs: Math.round(performance.now() - ended),
        changedAgain: again.units.filter((unit) => unit.outcome !== 'unchanged').length,
        units: report.units.length,
        faults: report.faults.length,
        notUnderstood: report.not_understood.length,
        ...rows[0],
        quietRssMiB: Math.round(quietRssMiB),
        peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
      }),
    );
  }),
);
