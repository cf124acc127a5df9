/** Gene sets at the top or bottom of a ranking of genes, by CERNO and by rank sum. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { type RankedEnrichment, rankedEnrichment, ranksOf } from '@omicon/domain/statistics/lists/ranked.ts';
import { kmeOfSymbols } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { checkSort, type Row, sortNamed } from '../../kit/sorting.ts';
import { adjustment } from '../../match/false-discoveries.ts';
import type { Engine } from '../../match/find-matches.ts';
import { countFolded, foldSets, selectGenes } from '../../match/fold-sets.ts';
import type { Ranked } from '../../match/overlaps.ts';
import { pageOfRanking } from '../../pages.ts';
import type { GeneSetEntry } from '../../read/catalog-entries.ts';
import { listSymbolsOfLists } from '../data-set-symbols.ts';
import { listFeatureSymbols } from '../feature-symbols.ts';
import { describeSet, isTested, loadSetGenes, type SetGenes } from './rank-sets-by-overlap.ts';

/** Genes with a value each; NaN is not ranked. Of several values of a gene that of the largest size counts. */
export type GeneRanking =
  | { kind: 'symbols'; symbols: readonly string[]; values: Float64Array }
  /** one value per feature of a network or a data set; the caller has checked that it is readable */
  | { kind: 'network'; network_version_id: number; values: Float64Array }
  | { kind: 'feature-list'; feature_list_id: number; values: Float64Array };

export interface RankedSetsRequest {
  ranking: GeneRanking;
  /** what is at the top: the largest values, or the smallest */
  direction: 'high' | 'low';
  /** which of the two P orders and folds */
  by: 'cerno' | 'auc';
  category: string | undefined;
  species: string | undefined;
  /** part of the name or id of a set; what it leaves out is tested all the same */
  search: string;
  /** list leading sets only */
  fold: boolean;
  /** number of a leading set: list those folded under it */
  folded_under: number | undefined;
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

export interface RankedSetsReply extends Ranked {
  /** genes in the ranking */
  genes: number;
}

/** Values by symbol, in parallel. */
interface SymbolValues {
  keys: string[];
  values: Float64Array;
}

function strongestOf(symbols: readonly string[], values: Float64Array): SymbolValues {
  const strongest = new Map<string, number>();
  symbols.forEach((symbol, at) => {
    const value = values[at] ?? Number.NaN;
    const key = mappingKey(symbol);
    const known = strongest.get(key) ?? Number.NaN;
    if (Number.isNaN(known) || Math.abs(value) > Math.abs(known)) strongest.set(key, value);
  });
  return { keys: [...strongest.keys()], values: Float64Array.from(strongest.values()) };
}

async function valuesOfSymbols(engine: Engine, ranking: GeneRanking): Promise<SymbolValues> {
  if (ranking.kind === 'symbols') return strongestOf(ranking.symbols, ranking.values);
  if (ranking.kind === 'network') {
    const request = { networks: [ranking.network_version_id], isSpelled: true, isTranslated: false };
    const { lists, spellings, symbolCount } = await listFeatureSymbols(engine, request);
    const [list] = lists;
    return list === undefined
      ? { keys: [], values: new Float64Array(0) }
      : { keys: spellings.map(mappingKey), values: kmeOfSymbols(ranking.values, list, symbolCount) };
  }
  const { lists, spellings } = await listSymbolsOfLists(engine, {
    feature_lists: [ranking.feature_list_id],
  });
  const { features = new Uint32Array(0), symbols = new Uint32Array(0) } = lists[0] ?? {};
  return strongestOf(
    Array.from(symbols, (symbol) => spellings.get(symbol) ?? ''),
    Float64Array.from(features, (feature) => ranking.values[feature] ?? Number.NaN),
  );
}

/** Ranks by number of the gene in the sets, NaN for genes that are not ranked. */
function rankGenes({ numberOf }: SetGenes, { keys, values }: SymbolValues, direction: 'high' | 'low') {
  const { ranks, total, ties } = ranksOf(direction === 'high' ? values : values.map((value) => -value));
  const ofGenes = new Float64Array(numberOf.size).fill(Number.NaN);
  keys.forEach((key, at) => {
    const gene = numberOf.get(key);
    if (gene !== undefined) ofGenes[gene] = ranks[at] ?? Number.NaN;
  });
  return { ofGenes, total, ties };
}

type RankedGenes = ReturnType<typeof rankGenes>;

interface TestedSet extends RankedEnrichment {
  set: GeneSetEntry;
  /** genes of the set, ranked or not */
  genes: Uint32Array;
}

/** Every set of the question with a gene in the ranking. */
function testSets(
  geneSets: readonly GeneSetEntry[],
  setGenes: SetGenes,
  { ofGenes, total, ties }: RankedGenes,
  question: Pick<RankedSetsRequest, 'category' | 'species'>,
): TestedSet[] {
  const largest = setGenes.genes.reduce((most, genes) => Math.max(most, genes.length), 0);
  const ranks = new Float64Array(largest);
  return geneSets.flatMap((set, at): TestedSet[] => {
    const genes = setGenes.genes[at];
    if (genes === undefined || !isTested(set, question)) return [];
    // A plain loop: a callback for each of 300,000 genes took five times as long.
    let count = 0;
    for (let index = 0; index < genes.length; index += 1) {
      const rank = ofGenes[u32At(genes, index)] ?? Number.NaN;
      if (Number.isNaN(rank)) continue;
      ranks[count] = rank;
      count += 1;
    }
    if (count === 0) return [];
    return [{ set, genes, ...rankedEnrichment(ranks.subarray(0, count), total, ties) }];
  });
}

export const RANKED_SET_COLUMNS = [
  ...[
    'SetID',
    'SetName',
    'Category',
    'Species',
    'Pval',
    'qval',
    'CERNO',
    'DF',
    'AUC',
    'AUC_Pval',
    'AUC_qval',
  ],
  ...['Direction', 'Size', 'Ranked', 'Folded', 'Leading_Set', 'Geneset_Omicon_ID'],
];

/** q by natural log of P; NaN has none. */
function adjusted(logs: readonly number[]): (log: number) => number | null {
  const p = Float64Array.from(
    logs.filter((log) => !Number.isNaN(log)),
    Math.exp,
  );
  const q = adjustment(p, p.length);
  return (log) => (Number.isNaN(log) ? null : q(Math.exp(log)));
}

/** Rows of the tested sets, the best first. */
function toRows(
  tested: readonly TestedSet[],
  { by, direction }: RankedSetsRequest,
  { ofGenes }: RankedGenes,
): Row[] {
  const logOf = (at: number) => tested[at]?.[by === 'cerno' ? 'logPCerno' : 'logPRankSum'] ?? Number.NaN;
  const order = Array.from(tested.keys()).sort((a, b) => {
    const [one, other] = [logOf(a), logOf(b)];
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return one - other || a - b;
  });
  const leaderOf = foldSets(order, (at) =>
    selectGenes(tested[at]?.genes ?? [], (gene) => !Number.isNaN(ofGenes[gene] ?? Number.NaN)),
  );
  const folded = countFolded(leaderOf);
  const qOfCerno = adjusted(tested.map(({ logPCerno }) => logPCerno));
  const qOfAuc = adjusted(tested.map(({ logPRankSum }) => logPRankSum));
  const opposite = direction === 'high' ? 'low' : 'high';
  return order.flatMap((at): Row[] => {
    const each = tested[at];
    if (each === undefined) return [];
    const { set, genes, size, cerno, logPCerno, auc, logPRankSum } = each;
    return [
      {
        ...describeSet(set),
        Pval: Math.exp(logPCerno),
        qval: qOfCerno(logPCerno),
        CERNO: cerno,
        DF: 2 * size,
        AUC: orNull(auc),
        AUC_Pval: orNull(Math.exp(logPRankSum)),
        AUC_qval: qOfAuc(logPRankSum),
        Direction: Number.isNaN(auc) ? null : auc >= 0.5 ? direction : opposite,
        Size: genes.length,
        Ranked: size,
        Folded: u32At(folded, at),
        Leading_Set: tested[leaderOf[at] ?? at]?.set.name ?? null,
        Leading_Omicon_ID: `OM.GS.${tested[leaderOf[at] ?? at]?.set.number ?? 0}`,
      },
    ];
  });
}

/** Of all rows those that are listed. */
function selectRows(rows: readonly Row[], { search, fold, folded_under }: RankedSetsRequest): readonly Row[] {
  const part = search.trim().toLowerCase();
  const isOwn = (row: Row) => row.Leading_Omicon_ID === row.Geneset_Omicon_ID;
  if (folded_under !== undefined)
    return rows.filter((row) => !isOwn(row) && row.Leading_Omicon_ID === `OM.GS.${folded_under}`);
  // A set that is searched for is found wherever it is folded.
  if (part !== '') return rows.filter((row) => `${row.SetName}\n${row.SetID}`.toLowerCase().includes(part));
  return fold ? rows.filter(isOwn) : rows;
}

/** Tests all gene sets of the question. Table gene_set, cached until the corpus changes. */
export async function rankSetsByValues(
  engine: Engine,
  question: RankedSetsRequest,
): Promise<RankedSetsReply> {
  const page = pageOfRanking(question);
  checkSort(page.sort, RANKED_SET_COLUMNS);
  const setGenes = await loadSetGenes(engine);
  const genes = rankGenes(setGenes, await valuesOfSymbols(engine, question.ranking), question.direction);
  const tested = testSets(engine.catalog.geneSets, setGenes, genes, question);
  const rows = toRows(tested, question, genes);
  const listed = selectRows(rows, question);
  const own = question.by === 'cerno' ? 'Pval' : 'AUC_Pval';
  const sort = page.sort ?? own;
  const isDescending = page.order === 'desc';
  // Already in this order, also where P is too small for a number.
  const isOrdered = sort === own && !isDescending;
  const ordered = isOrdered ? listed : sortNamed(listed, sort, isDescending);
  return {
    columns: RANKED_SET_COLUMNS,
    rows: ordered
      .slice(page.from, page.to)
      .map((row) => Object.fromEntries(RANKED_SET_COLUMNS.map((column) => [column, row[column] ?? null]))),
    total: listed.length,
    unfolded: rows.length,
    tested: tested.length,
    genes: genes.total,
  };
}
