/** Gene sets ranked by the P of their overlap with a gene list. */
import { u8At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import type { Row } from '../../kit/sorting.ts';
import type { Engine } from '../../match/find-matches.ts';
import { countFolded, type Folds, foldSets, listedOf, selectGenes } from '../../match/fold-sets.ts';
import { FIGURE_NAMES, Overlaps, pageOf, type Ranked } from '../../match/overlaps.ts';
import { pageOfRanking } from '../../pages.ts';
import type { Catalog, GeneSetEntry } from '../../read/catalog-entries.ts';
import { copyRows, readInt } from '../../read/rows.ts';
import type { RankSetsRequest } from '../../requests.ts';

/** Genes of the sets, as numbers of their `mappingKey`. */
export interface SetGenes {
  numberOf: Map<string, number>;
  /** by index of the set in the catalog */
  genes: Uint32Array[];
}

const loadedGenes = new WeakMap<Catalog, SetGenes>();

/** Loads the genes of all sets, about two million for twenty thousand sets, once per corpus version. */
export async function loadSetGenes({ client, catalog }: Engine): Promise<SetGenes> {
  const loaded = loadedGenes.get(catalog);
  if (loaded) return loaded;
  const rows = await copyRows(
    client,
    'select number, to_json(genes)::text from gene_set where deleted_at is null and genes is not null',
  );
  const numberOf = new Map<string, number>();
  const byNumber = new Map<number, Uint32Array>();
  for (const [number, json] of rows) {
    const symbols: string[] = JSON.parse(json?.toString('utf8') ?? '[]');
    const keys = new Set(symbols.map(mappingKey));
    const genes = Uint32Array.from(keys, (key) => {
      const known = numberOf.get(key);
      if (known !== undefined) return known;
      numberOf.set(key, numberOf.size);
      return numberOf.size - 1;
    });
    byNumber.set(readInt(number), genes);
  }
  const genes = catalog.geneSets.map(({ number }) => byNumber.get(number) ?? new Uint32Array(0));
  loadedGenes.set(catalog, { numberOf, genes });
  return { numberOf, genes };
}

/** Whether a set is of the category and species of the question. */
export function isTested(
  set: GeneSetEntry,
  { category, species }: Pick<RankSetsRequest, 'category' | 'species'>,
): boolean {
  const is = (value: string | null | undefined, wanted: string | undefined) =>
    wanted === undefined || wanted === '' || (value ?? '').toLowerCase() === wanted.toLowerCase();
  return is(set.fields.get('category'), category) && is(set.fields.get('species'), species);
}

interface TestedSet {
  set: GeneSetEntry;
  genes: Uint32Array;
}

const [IN_SETS, IN_BACKGROUND, LISTED] = [1, 2, 4];
const IN_UNIVERSE = IN_SETS | IN_BACKGROUND;

/** By gene: whether it is in a tested set, in the background, and listed. */
function markGenes(
  setGenes: SetGenes,
  sets: readonly TestedSet[],
  { symbols, background }: RankSetsRequest,
): Uint8Array {
  const marks = new Uint8Array(setGenes.numberOf.size);
  const mark = (names: readonly string[], bit: number) => {
    for (const name of names) {
      const gene = setGenes.numberOf.get(mappingKey(name));
      if (gene !== undefined) marks[gene] = u8At(marks, gene) | bit;
    }
  };
  for (const { genes } of sets) for (const gene of genes) marks[gene] = u8At(marks, gene) | IN_SETS;
  if (background) mark(background, IN_BACKGROUND);
  else for (let gene = 0; gene < marks.length; gene += 1) marks[gene] = u8At(marks, gene) | IN_BACKGROUND;
  mark(symbols, LISTED);
  return marks;
}

/** Number of genes in the universe, and how many of them are listed. */
function countGenes(marksOfGenes: Uint8Array): { genes: number; listed: number } {
  let [genes, listed] = [0, 0];
  for (const bits of marksOfGenes) {
    if ((bits & IN_UNIVERSE) !== IN_UNIVERSE) continue;
    genes += 1;
    if (bits & LISTED) listed += 1;
  }
  return { genes, listed };
}

/** The names of a set in a row. */
export function describeSet(set: GeneSetEntry | undefined): Row {
  return {
    SetID: set?.set_id ?? null,
    SetName: set?.name ?? null,
    Category: set?.fields.get('category') ?? null,
    Species: set?.fields.get('species') ?? null,
    Geneset_Omicon_ID: set ? `OM.GS.${set.number}` : null,
  };
}

/** Counts the genes of the universe in each set, and tests it. */
function testSets(sets: readonly TestedSet[], marks: Uint8Array, direction: OverlapDirection): Overlaps {
  const universe = countGenes(marks);
  const overlaps = new Overlaps(sets.length, direction);
  sets.forEach(({ genes }, at) => {
    let [size, overlap] = [0, 0];
    for (const gene of genes) {
      const bits = u8At(marks, gene);
      if ((bits & IN_UNIVERSE) !== IN_UNIVERSE) continue;
      size += 1;
      if (bits & LISTED) overlap += 1;
    }
    if (size > 0) overlaps.add(at, overlap, size, universe);
  });
  return overlaps;
}

const LISTED_IN_UNIVERSE = IN_UNIVERSE | LISTED;

/** Folds sets that share their genes within the list. */
function foldOverlaps({ length, p, ids }: Overlaps, sets: readonly TestedSet[], marks: Uint8Array): Folds {
  const order = Uint32Array.from({ length }, (_, at) => at).sort(
    (a, b) => (p[a] ?? 1) - (p[b] ?? 1) || u32At(ids, a) - u32At(ids, b),
  );
  const leaderOf = foldSets(order, (at) =>
    selectGenes(sets[u32At(ids, at)]?.genes ?? [], (gene) => marks[gene] === LISTED_IN_UNIVERSE),
  );
  return { leaderOf, folded: countFolded(leaderOf) };
}

/** Ranks gene sets. The universe is every gene of the tested sets, limited to the background if there is one. */
export async function rankSetsByOverlap(engine: Engine, question: RankSetsRequest): Promise<Ranked> {
  const { catalog } = engine;
  const setGenes = await loadSetGenes(engine);
  const sets = catalog.geneSets.flatMap((set, at): TestedSet[] => {
    const genes = setGenes.genes[at];
    return genes && genes.length > 0 && isTested(set, question) ? [{ set, genes }] : [];
  });
  const marks = markGenes(setGenes, sets, question);
  const overlaps = testSets(sets, marks, question.direction);
  const { ids, length, tested } = overlaps;
  const folds = foldOverlaps(overlaps, sets, marks);
  const setOf = (at: number) => sets[u32At(ids, at)]?.set;
  const listed = listedOf(folds, question, (at) => setOf(at)?.number ?? 0);
  const rowsBySet = new Map(Array.from({ length }, (_, at) => [u32At(ids, at), at]));
  const columns = [
    ...['SetID', 'SetName', 'Category', 'Species', ...FIGURE_NAMES],
    ...['Folded', 'Leading_Set', 'Geneset_Omicon_ID'],
  ];
  const name = async (indexes: readonly number[]) =>
    indexes.map((id) => {
      const at = rowsBySet.get(id) ?? 0;
      const leader = setOf(folds.leaderOf[at] ?? at);
      return {
        ...describeSet(sets[id]?.set),
        Folded: u32At(folds.folded, at),
        Leading_Set: leader?.name ?? null,
      };
    });
  const rows = await pageOf(overlaps, pageOfRanking(question), { columns, name, listed });
  overlaps.release();
  return { columns, rows, total: listed?.length ?? length, unfolded: length, tested };
}
