/** Lineage of data sets and analyses, derived from the records of a collection. Owns no table. */
import { getAnalysisNetwork } from '@omicon/contract/areas/analyses/analyses.ts';
import { getDataSetNetwork } from '@omicon/contract/areas/collections.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';
import { buildLineage } from './tree.ts';

async function loadLineage(
  db: Db,
  principal: Principal,
  record: { entity_type: 'ds' | 'project'; number: number },
) {
  const number = await statements.findCollectionNumber(db, principal, record);
  if (number === undefined) throw notFound(record.entity_type === 'ds' ? 'data set' : 'analysis');
  const [collection, dataSets, analyses] = await Promise.all([
    statements.findCollection(db, principal, number),
    statements.listDataSets(db, principal, number),
    statements.listAnalyses(db, principal, number),
  ]);
  const owners = [
    ...(collection ? [{ entity_type: 'dc', owner_id: collection.version_id }] : []),
    ...dataSets.map((dataSet) => ({ entity_type: 'ds', owner_id: dataSet.version_id })),
    ...analyses.map((analysis) => ({ entity_type: 'project', owner_id: analysis.version_id })),
  ];
  const [networks, files] = await Promise.all([
    statements.listNetworks(
      db,
      analyses.map((analysis) => analysis.version_id),
    ),
    statements.listTopFiles(db, owners),
  ]);
  return buildLineage({ collection, dataSets, analyses, networks, files });
}

export const lineageRoutes: Route[] = [
  serve(getDataSetNetwork, async ({ db, principal, params }) => ({
    network: await loadLineage(db, principal, { entity_type: 'ds', number: params.id }),
    focus: omiconIdOf('DS', params.id),
  })),
  serve(getAnalysisNetwork, async ({ db, principal, params }) => ({
    network: await loadLineage(db, principal, { entity_type: 'project', number: params.id }),
    focus: omiconIdOf('P', params.id),
  })),
];
