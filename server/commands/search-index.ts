/**
 * `npm run search-index [-- --rebuild | --slots <1 or 8>]`: compares the search index with the tables, or rebuilds it; with
 * 8 slots for search shards, with 1 without them.
 */
import { SLOTS } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { setSlots } from '@omicon/search-index/write/slot-layout.ts';
import { rebuildIndex, verifyIndex } from '@omicon/search-index/write/verify-index.ts';
import { maintainSearchIndex } from '../areas/advanced-search/maintain-index.ts';
import { lockIndex } from '../areas/advanced-search/sql.ts';
import { mapFeatures } from '../records/data-set/feature-mapping.ts';
import { raiseCorpusVersion } from '../records/search/corpus-version.ts';
import { withServices } from '../with-services.ts';

const at = process.argv.indexOf('--slots');
const slots = at < 0 ? null : Number(process.argv[at + 1]);
if (slots !== null && slots !== 1 && slots !== SLOTS) {
  console.error(`--slots must be 1 or ${SLOTS}.`);
  process.exit(2);
}

const faults = await withServices(async ({ services }) => {
  if (process.argv.includes('--rebuild') || slots !== null) {
    const analyses = await services.db.transaction().execute(async (tx) => {
      await lockIndex(tx);
      if (slots !== null) await setSlots(tx, slots);
      const count = await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
      await raiseCorpusVersion(tx);
      return count;
    });
    await maintainSearchIndex(services);
    console.log(`Rebuilt from ${analyses} analyses.`);
  }
  return verifyIndex(services.db);
});
for (const [name, wrong] of Object.entries(faults)) console.log(`${name.padEnd(10)} ${wrong}`);
process.exit(Object.values(faults).some((wrong) => wrong > 0) ? 1 : 0);
