/** `npm run verify [-- --json]`: compares records and objects; every figure but open_uploads must be zero. */

import { verifyConsistency } from '../database/operations/verify.ts';
import { withServices } from '../with-services.ts';

const asJson = process.argv.includes('--json');
const figures = await withServices(({ services }) => verifyConsistency(services));
if (asJson) console.log(JSON.stringify(figures));
else for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(14)} ${value}`);
const { open_uploads: _, ...faults } = figures;
process.exit(Object.values(faults).some((value) => value > 0) ? 1 : 0);
