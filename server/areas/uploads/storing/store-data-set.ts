import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { operationCodes, parentVersionCode } from '@omicon/domain/records/lineage.ts';
import { findDisagreements } from '@omicon/domain/records/samples/sample-agreement.ts';
import { readDataSet } from '@omicon/intake/data-sets/read-data-set.ts';
import { type DataSetPaths, type DataSetRecord, IntakeRefusal, type UnitOf } from '@omicon/intake/records.ts';
import { indexFeatureList } from '@omicon/search-index/write/feature-lists.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import { MatrixWriter } from '../../../records/data-set/expression.ts';
import { mapFeatures } from '../../../records/data-set/feature-mapping.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import { TRAITS_JOB } from '../../../records/network/trait-job.ts';
import * as statements from '../sql.ts';
import { listSamplesOfCollection, saveSamples } from './sql-samples.ts';
import { changeVisibility, chooseVisibility, outcomeOf } from './store-visibility.ts';
import { attributePairs, fault, type Outcome, recordOf, type Storing, toNewSamples } from './storing.ts';
import { describeFiles, storeFiles } from './unit-files.ts';

interface DataSetSource {
  collection: { number: number; visibility: Visibility; hasNewVisibility?: boolean };
  /** files of the data set, and the folder they are named from */
  files: readonly string[];
  folder: string;
  paths: DataSetPaths;
}

function hashIdentifiers(identifiers: readonly string[]): Buffer {
  return createHash('sha256').update(identifiers.join('\n')).digest();
}

function columnsOf(record: DataSetRecord) {
  const value = (name: string) => record.attributes.get(name) ?? null;
  return {
    title: record.title,
    ds_version: record.versionCode,
    parent_ds_version: parentVersionCode(record.versionCode),
    technology: value('Technology'),
    platform: value('Platform'),
    analyte: value('Analyte'),
    unique_identifier: record.uniqueIdentifier,
    transformations: operationCodes(record.title).join(' '),
    quantification_scale: value('Quantification Scale'),
    notes: value('Notes'),
    attributes: attributePairs(record.attributes),
    sample_columns: record.sampleTable.columns,
    number_of_samples: record.sampleTable.samples.length,
    number_of_features: record.features.length,
    missing_values: record.missingValues,
  };
}

/** Reads a data set and stores its values while reading; like all objects, before their record. */
async function readWithMatrix({ tree, store, missingWords }: Storing, paths: DataSetPaths) {
  const writer = new MatrixWriter(store);
  try {
    const record = recordOf(await readDataSet(tree, paths, { matrix: writer, missingWords }));
    return { record, matrix: await writer.end() };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/**
 * Gives the samples the values of the collection where its table has others, so that all pages and searches say the same
 * of a sample.
 * @returns the files, and the hash of the content: of the same files it is another one if other values count
 */
async function describeAsCollection(
  { tx, tree }: Storing,
  { folder, files: paths, collection }: DataSetSource,
  { sampleTable: { samples } }: DataSetRecord,
) {
  const described = await describeFiles(tree, folder, paths);
  const differing = findDisagreements(samples, await listSamplesOfCollection(tx, collection.number));
  if (differing.length === 0) return described;
  const byLabel = new Map(samples.map((sample) => [sample.label, sample]));
  for (const { label, attribute, there } of differing) byLabel.get(label)?.attributes.set(attribute, there);
  const hash = createHash('sha256').update(described.contentSha256).update(JSON.stringify(differing));
  return { ...described, contentSha256: hash.digest() };
}

/** Data sets keep their visibility unless the import changes that of their collection. */
function visibilityFor(
  storing: Storing,
  { collection }: DataSetSource,
  earlier: statements.EarlierVersion | undefined,
): Visibility {
  const { visibility: inherited, hasNewVisibility } = collection;
  return chooseVisibility(storing, {
    given: null,
    earlier: hasNewVisibility ? undefined : earlier,
    inherited,
  });
}

/** Stores one data set of a known collection; does nothing if its files are unchanged. */
export async function saveDataSet(storing: Storing, source: DataSetSource): Promise<Outcome[]> {
  const { tx, store, tree, run } = storing;
  const { record, matrix } = await readWithMatrix(storing, source.paths);
  const fullName = `${record.title} ${record.versionCode}`;
  await statements.lockRecord(tx, `data set ${fullName}`);
  const { files, contentSha256 } = await describeAsCollection(storing, source, record);
  const earlier = await statements.findDataSet(tx, record.title, record.versionCode);
  const visibility = visibilityFor(storing, source, earlier);
  if (earlier?.content_sha256.equals(contentSha256)) {
    const key = { entity_type: 'ds', number: earlier.number, title: fullName } as const;
    const changed = await changeVisibility(storing, key, { earlier, visibility });
    return changed.length > 0 ? changed : [outcomeOf(key, 'unchanged')];
  }
  await storeFiles(store, tree, source.files);
  if (earlier) await statements.retireVersion(tx, { table: 'data_set', entity_type: 'ds', id: earlier.id });
  const number = earlier?.number ?? (await createNumbers(tx, 'DS', 1))[0] ?? 0;
  const owned = { visibility, owner: run.owner };
  const feature_list_id = await statements.saveFeatureList(
    tx,
    hashIdentifiers(record.features),
    record.features,
  );
  const { id } = await tx
    .insertInto('data_set')
    .values({
      ...columnsOf(record),
      ...owned,
      owner_id: run.person_id,
      number,
      version: (earlier?.version ?? 0) + 1,
      data_collection_number: source.collection.number,
      feature_list_id,
      analyte_file: path.posix.basename(source.paths.analyte),
      content_sha256: contentSha256,
      ...matrix,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await indexFeatureList(
    tx,
    {
      feature_list_id,
      kind: {
        unique_identifier: record.uniqueIdentifier,
        platform: record.attributes.get('Platform') ?? null,
      },
    },
    (kind, names) => mapFeatures(tx, kind, names),
  );
  await saveSamples(
    tx,
    { type: 'ds', id, columns: record.sampleTable.columns },
    toNewSamples(record.sampleTable),
  );
  await statements.saveFiles(
    tx,
    { ...owned, entity_type: 'ds', owner_id: id, entity_number: number, person_id: run.person_id },
    files,
  );
  // Stored traits of its networks are those of the earlier version.
  if (earlier) await addJob(tx, 'store_module_traits', TRAITS_JOB);
  const key = { entity_type: 'ds', number, title: fullName } as const;
  const changed = await changeVisibility(storing, key, { earlier, visibility });
  return [outcomeOf(key, earlier ? 'new version' : 'new'), ...changed];
}

/** The collection of a data set imported alone: by its folder, else by its parent data set. */
async function getCollectionOf(
  storing: Storing,
  unit: UnitOf<'data-set'>,
): Promise<{ number: number; visibility: Visibility }> {
  const byName =
    unit.collection === null ? undefined : await statements.findCollection(storing.tx, unit.collection);
  if (byName) return byName;
  const record = recordOf(await readDataSet(storing.tree, unit.paths));
  const parent = parentVersionCode(record.versionCode);
  const byParent =
    parent === null
      ? undefined
      : await statements.findParentCollection(storing.tx, { title: record.title, parent });
  if (byParent) return byParent;
  throw new IntakeRefusal([
    fault(
      unit.paths.attributes,
      `The data collection of "${record.title} ${record.versionCode}" is not here yet. Please upload the data collection first.`,
    ),
  ]);
}

/** Stores a data set imported alone: a derived one, or a loaded one without its collection. */
export async function saveDataSetUnit(storing: Storing, unit: UnitOf<'data-set'>): Promise<Outcome[]> {
  const collection = await getCollectionOf(storing, unit);
  return saveDataSet(storing, { collection, files: unit.files, folder: unit.folder, paths: unit.paths });
}
