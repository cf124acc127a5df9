import { splitTitle } from '@omicon/domain/records/lineage.ts';
import { readAnalysis } from '@omicon/intake/analyses/read-analysis.ts';
import { type AnalysisRecord, IntakeRefusal, type UnitOf } from '@omicon/intake/records.ts';
import { slotOf } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { indexAnalysis } from '@omicon/search-index/write/index-analysis.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import { mapFeatures } from '../../../records/data-set/feature-mapping.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import { kmeJobKey } from '../../../records/network/kme.ts';
import { TRAITS_JOB } from '../../../records/network/trait-job.ts';
import * as statements from '../sql.ts';
import { nameGeneSets } from './sql-resources.ts';
import { type NetworkTarget, saveNetwork } from './store-network.ts';
import { changeVisibility, chooseVisibility, outcomeOf } from './store-visibility.ts';
import { attributePairs, fault, type Outcome, recordOf, type Storing, visibilityOf } from './storing.ts';
import { describeFiles, storeFiles } from './unit-files.ts';

async function findInput(
  storing: Storing,
  unit: UnitOf<'analysis'>,
  record: AnalysisRecord,
): Promise<statements.InputDataSet> {
  const parts = splitTitle(record.inputDataSet);
  const found = parts
    ? await statements.findInputDataSet(storing.tx, parts.title, parts.version_code)
    : undefined;
  if (found) return found;
  throw new IntakeRefusal([
    {
      ...fault(
        unit.projectAttributes,
        `The input data set "${record.inputDataSet}" is not here yet. Please upload its data collection first.`,
      ),
      column: 'Input Datasets',
    },
  ]);
}

/** Stores an analysis with its networks, modules and enrichment, all in the one transaction. */
export async function saveAnalysisUnit(storing: Storing, unit: UnitOf<'analysis'>): Promise<Outcome[]> {
  const { tx, store, tree, run } = storing;
  const record = recordOf(await readAnalysis(tree, unit));
  const input = await findInput(storing, unit, record);
  await statements.lockRecord(tx, `analysis ${record.title}`);
  const { files, contentSha256 } = await describeFiles(tree, unit.folder, unit.files);
  const earlier = await statements.findAnalysis(tx, record.title, record.inputDataSet);
  const given = visibilityOf(record.attributes);
  const visibility = chooseVisibility(storing, { given, earlier, inherited: input.visibility });
  if (earlier?.content_sha256.equals(contentSha256)) {
    const key = { entity_type: 'project', number: earlier.number, title: record.title } as const;
    const changed = await changeVisibility(storing, key, { earlier, visibility });
    return changed.length > 0 ? changed : [outcomeOf(key, 'unchanged')];
  }
  await storeFiles(store, tree, unit.files);
  if (earlier)
    await statements.retireVersion(tx, { table: 'analysis', entity_type: 'project', id: earlier.id });
  const number = earlier?.number ?? (await createNumbers(tx, 'P', 1))[0] ?? 0;
  const owner = record.owner ?? run.owner;
  const { id } = await tx
    .insertInto('analysis')
    .values({
      number,
      version: (earlier?.version ?? 0) + 1,
      title: record.title,
      analyst: record.analyst,
      creation_date: record.creation_date,
      input_data_set: record.inputDataSet,
      input_data_set_number: input.number,
      data_collection_number: input.data_collection_number,
      attributes: attributePairs(record.attributes),
      number_of_networks: 0,
      number_of_modules: 0,
      visibility,
      owner_id: run.person_id,
      owner,
      content_sha256: contentSha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await statements.saveFiles(
    tx,
    {
      entity_type: 'project',
      owner_id: id,
      entity_number: number,
      visibility,
      person_id: run.person_id,
      owner,
    },
    files,
  );
  const namedSets = new Set<number>();
  const saved = { id, number, record, slot: slotOf(input.number), namedSets };
  const counts = await saveNetworks(storing, unit, saved);
  await nameGeneSets(tx, { id, visibility, person_id: run.person_id }, [...namedSets]);
  await tx.updateTable('analysis').set(counts).where('id', '=', id).execute();
  await indexAnalysis(tx, id, (kind, names) => mapFeatures(tx, kind, names));
  await addJob(tx, 'tend_search_index', { key: 'tend search index', payload: {} });
  // A separate job: with many samples it takes longer than importing the network.
  await addJob(tx, 'complete_kme', { key: kmeJobKey(id), payload: { analysis_id: id } });
  await addJob(tx, 'store_module_traits', TRAITS_JOB);
  const key = { entity_type: 'project', number, title: record.title } as const;
  const changed = await changeVisibility(storing, key, { earlier, visibility });
  return [outcomeOf(key, earlier ? 'new version' : 'new'), ...changed];
}

/**
 * Networks are read and stored one by one, so that memory does not grow with their number. Folders without modules are
 * no networks.
 */
async function saveNetworks(
  storing: Storing,
  unit: UnitOf<'analysis'>,
  analysis: { id: number; number: number; record: AnalysisRecord } & Pick<
    NetworkTarget,
    'slot' | 'namedSets'
  >,
) {
  const earlier = await statements.listEarlierNetworks(storing.tx, analysis.number);
  let number_of_networks = 0;
  let number_of_modules = 0;
  for (const paths of unit.networks) {
    if (paths.isEmpty) continue;
    const statistics = analysis.record.networkStatistics.get(paths.name) ?? new Map<string, string | null>();
    number_of_modules += await saveNetwork(storing, paths, {
      analysis_id: analysis.id,
      number: earlier.get(paths.name) ?? null,
      statistics,
      slot: analysis.slot,
      namedSets: analysis.namedSets,
    });
    number_of_networks += 1;
  }
  return { number_of_networks, number_of_modules };
}
