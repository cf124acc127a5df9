/** The stored records that the check of an import needs: those the uploader may read, or all for the command line. */
import type { Holdings } from '@omicon/intake/holdings.ts';
import type { Db } from '../../base/postgres/database.ts';
import * as statements from './sql-holdings.ts';

export function holdingsOf(db: Db, person_id: number | null): Holdings {
  return {
    async findDataSet({ title, version_code }) {
      const row = await statements.findHeldDataSet(db, person_id, { title, ds_version: version_code });
      if (!row) return null;
      return {
        title,
        versionCode: version_code,
        collection: row.collection,
        sampleLabels: row.sample_labels,
        sampleColumns: row.sample_columns,
        readFeatures: () => statements.listHeldFeatures(db, row.feature_list_id),
      };
    },
    listDataSetsOf: (collection) => statements.listHeldDataSets(db, person_id, collection),
    findCollectionOfParent: (child) => statements.findHeldParent(db, person_id, child),
    findSamplesOf: (collection) => statements.findHeldSamples(db, person_id, collection),
    listKnownSets: async (setIds) => new Set(await statements.listHeldSets(db, setIds)),
  };
}
