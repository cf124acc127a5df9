/** Everything about one gene. Owns no table; the search threads look up modules and data sets. */

import {
  getGene,
  listGeneDataSets,
  listGeneLevels,
  listGeneModules,
  listGeneThreads,
  listGeneTopics,
  listSetsOfGene,
  MAX_LEVELS,
} from '@omicon/contract/areas/genes/genes.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { queryDefinitionOf } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { GeneDataSetsRequest } from '@omicon/search-index/result-rows/gene-data-sets.ts';
import pLimit from 'p-limit';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { countComments, geneTopic } from '../../records/comment/comment-rows.ts';
import { type FeatureStatistics, isCentred, readRowStatistics } from '../../records/data-set/expression.ts';
import { listFeatureNames } from '../../records/data-set/feature-lists.ts';
import { describeGene, featuresOf, getGeneSymbol } from '../../records/gene/find-gene.ts';
import { countSetsOfGene } from '../../records/gene/gene-rows.ts';
import { moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { viewerOf } from '../../records/search/searching.ts';
import { nameGeneModules } from './modules.ts';
import * as statements from './sql.ts';

/** Data sets read at the same time: enough to hide the delay of an S3 store. */
const READS_AT_ONCE = 16;

interface Paging {
  page: number;
  page_size: number;
}

function rangeOf({ page, page_size }: Paging): { from: number; to: number } {
  return { from: (page - 1) * page_size, to: page * page_size };
}

/** Statistics of the features of a data set that stand for a gene, in the order of `rows`. */
async function readLevels(services: Services, dataSet: statements.MatrixOfDataSet, rows: readonly number[]) {
  const statistics: FeatureStatistics[] =
    dataSet.row_statistics_storage_key === null ? [] : await readRowStatistics(services.store, dataSet, rows);
  return rows.map((_, at) => ({
    mean: orNull(statistics[at]?.mean),
    sd: orNull(statistics[at]?.sd),
    percentile: orNull(statistics[at]?.percentile),
  }));
}

/** Data sets that measure a gene, with the level of each of its features. */
async function measureGene(
  services: Services,
  principal: Principal,
  name: string,
  range: Omit<GeneDataSetsRequest, 'kind' | 'viewer' | 'features'>,
) {
  const { rows, total } = await services.searchThreads.ask({
    kind: 'gene-data-sets',
    viewer: viewerOf(principal),
    features: await featuresOf(services, await getGeneSymbol(services, principal, name)),
    ...range,
  });
  const matrices = await statements.listMatrices(
    services.db,
    rows.map(({ id }) => id),
  );
  const wanted = rows.flatMap(({ id, featureIndexes }) => {
    const feature_list_id = matrices.get(id)?.feature_list_id ?? 0;
    return featureIndexes.map((index) => ({ feature_list_id, index }));
  });
  const limit = pLimit(READS_AT_ONCE);
  const [names, read] = await Promise.all([
    listFeatureNames(services.db, wanted),
    Promise.all(
      rows.map(({ id, featureIndexes }) =>
        limit(async () => {
          const matrix = matrices.get(id);
          // Removed since the search.
          if (matrix === undefined) return { is_centred: false, levels: [] };
          const is_centred = await isCentred(services.store, matrix);
          return { is_centred, levels: await readLevels(services, matrix, featureIndexes) };
        }),
      ),
    ),
  ]);
  let named = 0;
  const measured = rows.map(({ id: _, featureIndexes, ...row }, at) => {
    const ofDataSet = names.slice(named, named + featureIndexes.length);
    named += featureIndexes.length;
    const { is_centred = false, levels = [] } = read[at] ?? {};
    const features = levels.map((level, index) => ({
      feature: ofDataSet[index] ?? '',
      ...level,
    }));
    return { ...row, is_centred, features };
  });
  return { rows: measured, total };
}

export const geneRoutes: Route[] = [
  serveInThread(getGene, async ({ params, principal, services }) => {
    const { features, ...gene } = await describeGene(services, principal, params.symbol);
    const { members, membersOfAny } = await services.searchThreads.ask({
      kind: 'gene-modules',
      viewer: viewerOf(principal),
      features,
      membership: 'members',
      definition: 'Any',
      bestOf: 'all',
      search: '',
      sort: 'strength',
      order: 'desc',
      from: 0,
      to: 0,
    });
    return {
      ...gene,
      number_of_modules: {
        Any: membersOfAny,
        ...Object.fromEntries(members.map((count, number) => [queryDefinitionOf(number), count])),
      },
    };
  }),

  serveInThread(listGeneModules, async ({ params, query, principal, services }) => {
    const { membership, definition, best_of, sort, order } = query;
    const reply = await services.searchThreads.ask({
      kind: 'gene-modules',
      viewer: viewerOf(principal),
      features: await featuresOf(services, await getGeneSymbol(services, principal, params.symbol)),
      membership,
      definition,
      bestOf: best_of,
      search: query.search,
      sort,
      order,
      ...rangeOf(query),
    });
    return {
      ...toPage(
        await nameGeneModules(services, { rows: reply.rows, principal, definition }),
        reply.total,
        query,
      ),
      networks_without_kme: reply.networksWithoutKme,
    };
  }),

  serveInThread(listGeneTopics, async ({ params, query, principal, services }) => {
    const { topics, ...others } = await services.searchThreads.ask({
      kind: 'gene-topics',
      viewer: viewerOf(principal),
      features: await featuresOf(services, await getGeneSymbol(services, principal, params.symbol)),
      definition: query.definition,
    });
    return {
      results: topics.map(({ gene_set, set_name, ...topic }) => ({
        gene_set_id: gene_set,
        omicon_id: omiconIdOf('GS', gene_set),
        name: set_name,
        ...topic,
      })),
      ...others,
    };
  }),

  serve(listSetsOfGene, async ({ db, params, query, principal, services }) => {
    const symbol = await getGeneSymbol(services, principal, params.symbol);
    const filter = { key: mappingKey(symbol), search: query.search };
    const [rows, total] = await Promise.all([
      statements.listSetsOfGene(db, { ...query, ...filter }),
      countSetsOfGene(db, filter),
    ]);
    const results = rows.map(({ number, ...set }) => ({
      id: number,
      omicon_id: omiconIdOf('GS', number),
      ...set,
    }));
    return toPage(results, total, query);
  }),

  serveInThread(listGeneThreads, async ({ db, params, query, principal, services }) => {
    const symbol = await getGeneSymbol(services, principal, params.symbol);
    const { modules } = await services.searchThreads.ask({
      kind: 'gene-module-ids',
      viewer: viewerOf(principal),
      features: await featuresOf(services, symbol),
    });
    const threads = await statements.listThreadsOnModules(db, principal, { ...query, modules });
    const { from, to } = rangeOf(query);
    const results = threads.slice(from, to).map(({ number, name, theme, newest, data_set, ...thread }) => ({
      ...moduleLinkOf({ number, name, theme }),
      ...thread,
      data_set: data_set ?? '',
      newest: newest.toISOString(),
    }));
    const total_comments = threads.reduce((sum, thread) => sum + thread.number_of_comments, 0);
    const gene = { ...geneTopic(symbol), network: null };
    const [comments_on_gene = 0] = await countComments(db, principal, [gene]);
    return { ...toPage(results, threads.length, query), total_comments, comments_on_gene };
  }),

  serveInThread(listGeneDataSets, async ({ params, query, principal, services }) => {
    const { search, sort, order } = query;
    const { rows, total } = await measureGene(services, principal, params.symbol, {
      data_set: query.data_set ?? null,
      search,
      sort,
      order,
      ...rangeOf(query),
    });
    const results = rows.map(({ number, collection_number: _, ...row }) => ({
      id: number,
      omicon_id: omiconIdOf('DS', number),
      ...row,
    }));
    return toPage(results, total, query);
  }),

  serveInThread(listGeneLevels, async ({ params, principal, services }) => {
    const { rows, total } = await measureGene(services, principal, params.symbol, {
      ...{ data_set: null, search: '', sort: 'number_of_samples', order: 'desc' },
      ...{ from: 0, to: MAX_LEVELS },
    });
    const results = rows.flatMap(({ number, collection_number, features, ...row }) => {
      const [highest] = features.toSorted((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity));
      if (highest === undefined) return [];
      const { feature, mean, percentile } = highest;
      return [{ id: number, data_collection_id: collection_number, ...row, feature, mean, percentile }];
    });
    return { results, total };
  }),
];
