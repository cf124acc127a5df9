/** Consensus fidelity of genes over modules of independent data sets, in a compute thread. */
import { type ConsensusGene, computeConsensus } from '@omicon/contract/areas/consensus.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { LRUCache } from 'lru-cache';
import { type Route, serve } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { ConsensusRequest, ConsensusResult } from '../../compute/kinds/consensus.ts';
import { mapFeatureList } from '../../database/measurements/feature-lists.ts';
import { orNull } from '../../database/measurements/kme.ts';
import { getCorpusVersion } from '../../database/shared/corpus-version.ts';
import { omiconIdOf, toPage } from '../../database/shared/replies.ts';
import { judgeModules } from './independent.ts';
import { savedConsensusRoutes } from './saved.ts';
import * as statements from './sql.ts';

type Body = BodyOf<typeof computeConsensus>;

interface Computed {
  result: ConsensusResult;
  /** by number of the symbol */
  spellings: readonly string[];
}

const CACHED_GENES = 1_000_000;
/** By corpus version and the objects that were read, so an entry is never stale. */
const cache = new LRUCache<string, Computed>({
  maxSize: CACHED_GENES,
  sizeCalculation: ({ result }) => 1 + result.genes.length,
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
    rows.map((row) => [row.kme_values_storage_key, row.page, row.row_statistics_storage_key]),
  ]);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const { symbolCount, lists, listOfNetwork, spellings } = await services.searchThreads.ask({
    kind: 'feature-symbols',
    networks: rows.map(({ network_row }) => network_row),
    isSpelled: true,
  });
  const modules = (await toRequest(services, rows)).map((module, at) => ({
    ...module,
    list: listOfNetwork[at] ?? -1,
  }));
  const result = await services.computeThreads.compute(
    'consensus',
    { symbolCount, lists, modules },
    { signal },
  );
  const computed = { result, spellings };
  cache.set(key, computed);
  return computed;
}

type ListedGene = Omit<ConsensusGene, 'kme'> & { index: number };

function toGenes({ result, spellings }: Computed): ListedGene[] {
  return result.genes.map((gene, at) => ({
    index: at,
    symbol: spellings[gene.symbol] ?? '',
    rank: gene.rank,
    fidelity: gene.z,
    number_of_modules: gene.k,
    mean_r: gene.meanR,
    sd_z: orNull(gene.sdZ),
    q: gene.q,
    i_squared: gene.iSquared,
    p_value: Math.exp(gene.logP),
    percentile: orNull(result.percentiles[at]),
  }));
}

/** Ranked genes first; of equal values the better fidelity, missing values last. */
function sortGenes(genes: ListedGene[], { sort, order }: Pick<Body, 'sort' | 'order'>): ListedGene[] {
  const sign = order === 'desc' ? -1 : 1;
  if (sort === 'symbol')
    return genes.toSorted((a, b) => sign * (a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)));
  return genes.toSorted((a, b) => {
    const below = Number(a.rank === null) - Number(b.rank === null);
    if (below !== 0) return below;
    const [left, right] = [a[sort], b[sort]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || b.fidelity - a.fidelity;
  });
}

async function describeModules(db: Services['db'], principal: Principal, numbers: readonly number[]) {
  const readable = await statements.listModules(db, principal, numbers);
  const rows = numbers.map((number) => readable.get(number) ?? null);
  const judged = judgeModules(
    rows.map((row) => row && { ...row, hasKme: row.kme_values_storage_key !== null }),
  );
  return rows.map((row, at) => ({
    row,
    number: numbers[at] ?? 0,
    judged: judged[at] ?? { left_out: 'not readable' as const, because_of: null, shares_samples_with: [] },
  }));
}

export const consensusRoutes: Route[] = [
  serve(computeConsensus, async ({ db, principal, body, services, signal }) => {
    const described = await describeModules(db, principal, body.modules);
    const counting = described.flatMap(({ row, judged }) =>
      row !== null && judged.left_out === null ? [row] : [],
    );
    const computed = counting.length === 0 ? null : await compute(services, counting, signal);
    const all = computed === null ? [] : toGenes(computed);
    const part = body.search.trim().toUpperCase();
    const listed = sortGenes(
      all.filter(({ symbol }) => part === '' || symbol.toUpperCase().includes(part)),
      body,
    );
    const width = counting.length;
    const results = listed
      .slice((body.page - 1) * body.page_size, body.page * body.page_size)
      .map(({ index, ...gene }) => ({
        ...gene,
        kme: Array.from(computed?.result.kme.subarray(index * width, (index + 1) * width) ?? [], (kme) =>
          orNull(Number(kme.toPrecision(7))),
        ),
      }));
    return {
      ...toPage(results, listed.length, body),
      ranked: all.filter(({ rank }) => rank !== null).length,
      modules: described.map(({ row, number, judged }) => ({
        id: number,
        omicon_id: omiconIdOf('CM', number),
        name: row?.name ?? '',
        network: {
          id: row?.network_number ?? 0,
          omicon_id: omiconIdOf('CN', row?.network_number ?? 0),
          name: row?.network_name ?? '',
        },
        analysis_id: row?.analysis_number ?? 0,
        data_set: { id: row?.data_set_number ?? 0, title: row?.data_set_title ?? '' },
        number_of_samples: row?.sample_labels.length ?? 0,
        left_out: judged.left_out,
        because_of: judged.because_of,
        shares_samples_with: judged.shares_samples_with,
        is_opposing: row !== null && (computed?.result.isOpposing[counting.indexOf(row)] ?? false),
      })),
    };
  }),
  ...savedConsensusRoutes,
];
