/** Consensus fidelity of genes over modules of independent data sets, in a compute thread. */

import { type ConsensusGene, computeConsensus } from '@omicon/contract/areas/consensus.ts';
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import { f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { logNormalTails } from '@omicon/domain/statistics/distributions/tails.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { LRUCache } from 'lru-cache';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { ConsensusRequest, ConsensusResult } from '../../compute/kinds/consensus.ts';
import { mapFeatureList } from '../../records/data-set/feature-lists.ts';
import { listOtherOrganisms } from '../../records/data-set/other-organisms.ts';
import { moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { hasKme } from '../../records/network/kme.ts';
import { getCorpusVersion } from '../../records/search/corpus-version.ts';
import { judgeModules, NOT_READABLE } from './independent.ts';
import { savedConsensusRoutes } from './saved.ts';
import * as statements from './sql.ts';

type Body = BodyOf<typeof computeConsensus>;

interface Computed {
  result: ConsensusResult;
  otherOrganisms: Organisms[];
  /** by number of the symbol */
  spellings: readonly string[];
}

const CACHED_GENES = 1_000_000;
/** By corpus version and the objects that were read, so an entry is never stale. */
const cache = new LRUCache<string, Computed>({
  maxSize: CACHED_GENES,
  sizeCalculation: ({ result }) => 1 + result.genes.symbols.length,
});

async function toRequest(
  { db }: Services,
  rows: readonly statements.ModuleRow[],
): Promise<ConsensusRequest['modules']> {
  return Promise.all(
    rows.map(async (row, list) => {
      const { network_feature_list: from, data_set_feature_list: to } = row;
      const isMeasured = from !== null && to !== null && row.row_statistics_storage_key !== null;
      return {
        kme_values_storage_key: row.kme_values_storage_key ?? '',
        number_of_features: row.number_of_features,
        moduleIndex: row.page - 1,
        sampleCount: row.sample_labels.length,
        list,
        row_statistics_storage_key: isMeasured ? row.row_statistics_storage_key : null,
        rows: isMeasured ? await mapFeatureList(db, { from, to }) : new Int32Array(0),
      };
    }),
  );
}

async function compute(
  services: Services,
  rows: readonly statements.ModuleRow[],
  signal: AbortSignal,
): Promise<Computed> {
  const version = await getCorpusVersion(services.db);
  const key = JSON.stringify([
    version,
    // Objects are named by their content, which networks with other features may share.
    rows.map((row) => [
      row.network_version_id,
      row.kme_values_storage_key,
      row.page,
      row.row_statistics_storage_key,
    ]),
  ]);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const found = await services.searchThreads.ask({
    kind: 'feature-symbols',
    networks: rows.map(({ network_version_id }) => network_version_id),
    isSpelled: true,
    isTranslated: true,
  });
  const { symbolCount, lists, listOfNetwork, spellings } = found;
  const modules = (await toRequest(services, rows)).map((module, at) => ({
    ...module,
    list: listOfNetwork[at] ?? -1,
  }));
  const result = await services.computeThreads.compute(
    'consensus',
    { symbolCount, lists, modules },
    { signal },
  );
  const computed = { result, otherOrganisms: listOtherOrganisms(found), spellings };
  cache.set(key, computed);
  return computed;
}

/** Columns by which genes are sorted; the symbol is sorted by its spelling. */
function columnOf({ genes, percentiles }: ConsensusResult, sort: Exclude<Body['sort'], 'symbol'>) {
  return {
    fidelity: genes.fidelity,
    mean_r: genes.meanR,
    sd_z: genes.sdZ,
    q: genes.q,
    i_squared: genes.iSquared,
    number_of_modules: genes.numberOfModules,
    percentile: percentiles,
  }[sort];
}

/** Genes by their index, ranked ones first; of equal values the better fidelity, missing values last. */
function sortGenes(
  listed: number[],
  { result, spellings }: Computed,
  { sort, order }: Pick<Body, 'sort' | 'order'>,
): number[] {
  const sign = order === 'desc' ? -1 : 1;
  const { ranked, symbols, fidelity } = result.genes;
  if (sort === 'symbol') {
    const spelled = (gene: number) => spellings[symbols[gene] ?? -1] ?? '';
    return listed.toSorted((a, b) => sign * (spelled(a) < spelled(b) ? -1 : Number(spelled(a) > spelled(b))));
  }
  const column = columnOf(result, sort);
  return listed.toSorted((a, b) => {
    const below = Number(a >= ranked) - Number(b >= ranked);
    if (below !== 0) return below;
    const [left, right] = [orNull(column[a]), orNull(column[b])];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || f64At(fidelity, b) - f64At(fidelity, a);
  });
}

/** Genes with the text in their symbol, by their index. */
function findGenes({ result, spellings }: Computed, search: string): number[] {
  const part = search.trim().toUpperCase();
  const all = Array.from(result.genes.symbols.keys());
  if (part === '') return all;
  return all.filter((gene) =>
    (spellings[result.genes.symbols[gene] ?? -1] ?? '').toUpperCase().includes(part),
  );
}

function toGene({ result, spellings }: Computed, gene: number): ConsensusGene {
  const { genes, percentiles, kme, relations } = result;
  const width = relations.length;
  const fidelity = f64At(genes.fidelity, gene);
  return {
    symbol: spellings[genes.symbols[gene] ?? -1] ?? '',
    rank: gene < genes.ranked ? gene + 1 : null,
    fidelity,
    number_of_modules: u32At(genes.numberOfModules, gene),
    mean_r: f64At(genes.meanR, gene),
    sd_z: orNull(genes.sdZ[gene]),
    q: f64At(genes.q, gene),
    i_squared: f64At(genes.iSquared, gene),
    p_value: Math.exp(logNormalTails(fidelity)),
    percentile: orNull(percentiles[gene]),
    kme: Array.from(kme.subarray(gene * width, (gene + 1) * width), (value) =>
      orNull(Number(value.toPrecision(7))),
    ),
  };
}

async function describeModules(db: Services['db'], principal: Principal, numbers: readonly number[]) {
  const readable = await statements.listModules(db, principal, numbers);
  const rows = numbers.map((number) => readable.get(number) ?? null);
  const judged = judgeModules(rows.map((row) => row && { ...row, hasKme: hasKme(row) }));
  return rows.map((row, at) => ({
    row,
    number: numberAt(numbers, at),
    judged: judged[at] ?? NOT_READABLE,
  }));
}

export const consensusRoutes: Route[] = [
  serveInThread(computeConsensus, async ({ db, principal, body, services, signal }) => {
    const described = await describeModules(db, principal, body.modules);
    const counting = described.flatMap(({ row, judged }) =>
      row !== null && judged.left_out === null ? [row] : [],
    );
    const computed = counting.length === 0 ? null : await compute(services, counting, signal);
    const listed = computed === null ? [] : sortGenes(findGenes(computed, body.search), computed, body);
    const page = listed.slice((body.page - 1) * body.page_size, body.page * body.page_size);
    const results = computed === null ? [] : page.map((gene) => toGene(computed, gene));
    return {
      ...toPage(results, listed.length, body),
      ranked: computed?.result.genes.ranked ?? 0,
      other_organisms: computed?.otherOrganisms ?? [],
      modules: described.map(({ row, number, judged }) => ({
        ...moduleLinkOf({ number, name: row?.name ?? '', theme: row?.theme ?? null }),
        network: {
          id: row?.network_number ?? 0,
          omicon_id: omiconIdOf('CN', row?.network_number ?? 0),
          name: row?.network_name ?? '',
        },
        analysis_id: row?.analysis_number ?? 0,
        data_set: { id: row?.data_set_number ?? 0, title: row?.data_set_title ?? '' },
        number_of_samples: row?.sample_labels.length ?? 0,
        ...judged,
        relation: row === null ? null : (computed?.result.relations[counting.indexOf(row)] ?? null),
      })),
    };
  }),
  ...savedConsensusRoutes,
];
