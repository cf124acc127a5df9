/** `npm run search-index [-- --rebuild]`: compares the search index with the tables, or rebuilds it. */
import { rebuildIndex, verifyIndex } from '@omicon/search-index/write/verify-index.ts';
import { tendSearchIndex } from '../areas/advanced-search/maintain-index.ts';
import { lockIndex } from '../areas/advanced-search/sql.ts';
import { raiseCorpusVersion } from '../database/shared/corpus-version.ts';
import { mapFeatures } from '../database/shared/feature-mapping.ts';
import { withServices } from '../with-services.ts';

const faults = await withServices(async ({ services }) => {
  if (process.argv.includes('--rebuild')) {
    const analyses = await services.db.transaction().execute(async (tx) => {
      await lockIndex(tx);
      const count = await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
      await raiseCorpusVersion(tx);
      return count;
    });
    await tendSearchIndex(services);
    console.log(`Rebuilt from ${analyses} analyses.`);
  }
  return verifyIndex(services.db);
});
for (const [name, wrong] of Object.entries(faults)) console.log(`${name.padEnd(10)} ${wrong}`);
process.exit(Object.values(faults).some((wrong) => wrong > 0) ? 1 : 0);
