import path from 'node:path';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { readCollection } from '@omicon/intake/data-sets/read-collection.ts';
import type { DataCollectionRecord, UnitOf } from '@omicon/intake/records.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import * as statements from '../sql.ts';
import { saveSamples } from './sql-samples.ts';
import { saveDataSet } from './store-data-set.ts';
import { changeVisibility, chooseVisibility, outcomeOf } from './store-visibility.ts';
import {
  attributePairs,
  type Outcome,
  recordOf,
  type Storing,
  toNewSamples,
  visibilityOf,
} from './storing.ts';
import { describeFiles, storeFiles } from './unit-files.ts';

/** `Phillips 2006 GSE4271` -> Phillips: the laboratory titles a study by first author and year. */
function authorOf(title: string): string | null {
  return /^(\p{L}[\p{L}'-]+) (19|20)\d\d\b/u.exec(title)?.[1] ?? null;
}

function columnsOf(record: DataCollectionRecord) {
  const value = (name: string) => record.attributes.get(name) ?? null;
  return {
    name: record.name,
    title: record.title,
    accession_id: value('Accession ID'),
    pubmed_id: value('PubMed ID'),
    source: value('Source'),
    author: authorOf(record.title),
    attributes: attributePairs(record.attributes),
    sample_columns: record.sampleTable.columns,
    number_of_samples: record.sampleTable.samples.length,
  };
}

interface CollectionFiles {
  own: string[];
  ofDataSet: Map<string, string[]>;
}

/** Files in a data set's folder belong to the data set, others to the collection. */
function shareFiles(unit: UnitOf<'data-collection'>): CollectionFiles {
  const folders = unit.dataSets.map((paths) => path.posix.dirname(paths.attributes));
  const ofDataSet = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  const own: string[] = [];
  for (const file of unit.files) {
    const folder = folders.find((candidate) => file.startsWith(`${candidate}/`));
    (folder === undefined ? own : (ofDataSet.get(folder) ?? own)).push(file);
  }
  return { own, ofDataSet };
}

interface SavedCollection {
  number: number;
  visibility: Visibility;
  /** whether the import changed its visibility, which its data sets then follow */
  hasNewVisibility: boolean;
  outcomes: Outcome[];
}

async function saveCollection(
  storing: Storing,
  unit: UnitOf<'data-collection'>,
  own: readonly string[],
): Promise<SavedCollection> {
  const { tx, store, tree, run } = storing;
  await statements.lockRecord(tx, `data collection ${unit.name}`);
  const { files, contentSha256 } = await describeFiles(tree, unit.folder, own);
  const earlier = await statements.findCollection(tx, unit.name);
  if (earlier?.content_sha256.equals(contentSha256)) {
    const visibility = run.visibility ?? earlier.visibility;
    const record = { entity_type: 'dc', number: earlier.number, title: earlier.title } as const;
    const changed = await changeVisibility(storing, record, { earlier, visibility });
    const outcomes = changed.length > 0 ? changed : [outcomeOf(record, 'unchanged')];
    return { number: earlier.number, visibility, hasNewVisibility: changed.length > 0, outcomes };
  }
  const record = recordOf(await readCollection(tree, unit, storing));
  await storeFiles(store, tree, own);
  if (earlier)
    await statements.retireVersion(tx, { table: 'data_collection', entity_type: 'dc', id: earlier.id });
  const number = earlier?.number ?? (await createNumbers(tx, 'DC', 1))[0] ?? 0;
  const given = visibilityOf(record.attributes);
  const visibility = chooseVisibility(storing, { given, earlier, inherited: 'private' });
  const owned = { visibility, owner: run.owner };
  const { id } = await tx
    .insertInto('data_collection')
    .values({
      ...columnsOf(record),
      ...owned,
      owner_id: run.person_id,
      number,
      version: (earlier?.version ?? 0) + 1,
      content_sha256: contentSha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveSamples(
    tx,
    { type: 'dc', id, columns: record.sampleTable.columns },
    toNewSamples(record.sampleTable),
  );
  await statements.saveFiles(
    tx,
    { ...owned, entity_type: 'dc', owner_id: id, entity_number: number, person_id: run.person_id },
    files,
  );
  const key = { entity_type: 'dc', number, title: record.title } as const;
  const changed = await changeVisibility(storing, key, { earlier, visibility });
  const outcomes = [outcomeOf(key, earlier ? 'new version' : 'new'), ...changed];
  return { number, visibility, hasNewVisibility: changed.length > 0, outcomes };
}

/** Stores a collection with the data sets loaded in it, all in the one transaction. */
export async function saveCollectionUnit(
  storing: Storing,
  unit: UnitOf<'data-collection'>,
): Promise<Outcome[]> {
  const { own, ofDataSet } = shareFiles(unit);
  const collection = await saveCollection(storing, unit, own);
  const { outcomes } = collection;
  for (const paths of unit.dataSets) {
    const folder = path.posix.dirname(paths.attributes);
    const files = ofDataSet.get(folder) ?? [];
    outcomes.push(...(await saveDataSet(storing, { collection, files, folder, paths })));
  }
  return outcomes;
}
