/**
 * `npm run verify [-- --json] [--strict]`: compares records and objects; every figure but open_uploads must be zero.
 * Objects without a record count as orphans once the sweep would have removed them; with `--strict`, at once.
 */

import { ORPHAN_AGE_MS } from '../base/jobs/sweep.ts';
import { verifyConsistency } from '../database/operations/verify.ts';
import { withServices } from '../with-services.ts';

const asJson = process.argv.includes('--json');
const graceMs = process.argv.includes('--strict') ? 0 : ORPHAN_AGE_MS;
const figures = await withServices(({ services }) => verifyConsistency(services, graceMs));
if (asJson) console.log(JSON.stringify(figures));
else for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(14)} ${value}`);
const { open_uploads: _, ...faults } = figures;
process.exit(Object.values(faults).some((value) => value > 0) ? 1 : 0);
