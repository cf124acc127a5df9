/** `npm run search-index [-- --rebuild]`: compares the search index with the tables, or rebuilds it. */
import { rebuildIndex, verifyIndex } from '@omicon/search-index/write/verify-index.ts';
import { maintainSearchIndex } from '../areas/advanced-search/maintain-index.ts';
import { lockIndex } from '../areas/advanced-search/sql.ts';
import { mapFeatures } from '../database/measurements/feature-mapping.ts';
import { raiseCorpusVersion } from '../database/shared/corpus-version.ts';
import { withServices } from '../with-services.ts';

const faults = await withServices(async ({ services }) => {
  if (process.argv.includes('--rebuild')) {
    const analyses = await services.db.transaction().execute(async (tx) => {
      await lockIndex(tx);
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
