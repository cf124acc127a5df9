/** Gene sets ranked by the P of their overlap with a gene list. */
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Client } from 'pg';
import type { Page, Row } from '../kit/sorting.ts';
import { FIGURE_NAMES, Overlaps, pageOf, type Ranked } from '../match/overlaps.ts';
import type { Engine } from '../match/search.ts';
import type { Catalog, GeneSetEntry } from '../read/catalog-entries.ts';
import { copyRows, readInt } from '../read/rows.ts';

/** Genes of the sets, as numbers of their `mappingKey`. */
export interface SetGenes {
  version: number;
  numberOf: Map<string, number>;
  /** by index of the set in the catalog */
  genes: Uint32Array[];
}

/** Loads the genes of all sets, about two million for twenty thousand sets, once per corpus version. */
export async function loadSetGenes(client: Client, catalog: Catalog): Promise<SetGenes> {
  const rows = await copyRows(
    client,
    'select number, to_json(genes)::text from gene_set where deleted_at is null and genes is not null',
  );
  const numberOf = new Map<string, number>();
  const byNumber = new Map<number, Uint32Array>();
  for (const [number, json] of rows) {
    const keys = new Set((JSON.parse(json?.toString('utf8') ?? '[]') as string[]).map(mappingKey));
    const genes = Uint32Array.from(keys, (key) => {
      const known = numberOf.get(key);
      if (known !== undefined) return known;
      numberOf.set(key, numberOf.size);
      return numberOf.size - 1;
    });
    byNumber.set(readInt(number), genes);
  }
  return {
    version: catalog.version,
    numberOf,
    genes: catalog.geneSets.map(({ number }) => byNumber.get(number) ?? new Uint32Array(0)),
  };
}

interface SetQuestion {
  symbols: readonly string[];
  background: readonly string[] | null;
  category: string | undefined;
  species: string | undefined;
}

function isTested(set: GeneSetEntry, { category, species }: SetQuestion): boolean {
  const is = (value: string | null | undefined, wanted: string | undefined) =>
    wanted === undefined || wanted === '' || (value ?? '').toLowerCase() === wanted.toLowerCase();
  return is(set.fields.get('category'), category) && is(set.fields.get('species'), species);
}

/** Ranks gene sets. The universe is every gene of the tested sets, limited to the background if there is one. */
export async function rankSets(
  { catalog }: Engine,
  setGenes: SetGenes,
  question: SetQuestion,
  page: Page,
): Promise<Ranked> {
  const marks = new Uint8Array(setGenes.numberOf.size);
  const [IN_SETS, IN_BACKGROUND, LISTED] = [1, 2, 4];
  const mark = (symbols: readonly string[], bit: number) => {
    for (const symbol of symbols) {
      const gene = setGenes.numberOf.get(mappingKey(symbol));
      if (gene !== undefined) marks[gene] = (marks[gene] ?? 0) | bit;
    }
  };
  const sets = catalog.geneSets.flatMap((set, at) => {
    const genes = setGenes.genes[at];
    return genes && genes.length > 0 && isTested(set, question) ? [{ set, genes }] : [];
  });
  for (const { genes } of sets) for (const gene of genes) marks[gene] = (marks[gene] ?? 0) | IN_SETS;
  if (question.background) mark(question.background, IN_BACKGROUND);
  else for (let gene = 0; gene < marks.length; gene += 1) marks[gene] = (marks[gene] ?? 0) | IN_BACKGROUND;
  mark(question.symbols, LISTED);
  const inUniverse = IN_SETS | IN_BACKGROUND;
  let [universe, listed] = [0, 0];
  for (const bits of marks) {
    if ((bits & inUniverse) !== inUniverse) continue;
    universe += 1;
    if (bits & LISTED) listed += 1;
  }
  const overlaps = new Overlaps(sets.length);
  const universeSizes = { listed, genes: universe };
  sets.forEach(({ genes }, at) => {
    let [size, overlap] = [0, 0];
    for (const gene of genes) {
      const bits = marks[gene] ?? 0;
      if ((bits & inUniverse) !== inUniverse) continue;
      size += 1;
      if (bits & LISTED) overlap += 1;
    }
    if (size === 0) return;
    overlaps.tested += 1;
    if (overlap === 0) return;
    overlaps.add(at, overlap, size, universeSizes);
  });
  const columns = ['SetID', 'SetName', 'Category', 'Species', ...FIGURE_NAMES, 'Geneset_Omicon_ID'];
  const name = async (ids: readonly number[]): Promise<Row[]> =>
    ids.map((id) => {
      const set = sets[id]?.set;
      return {
        SetID: set?.set_id ?? null,
        SetName: set?.name ?? null,
        Category: set?.fields.get('category') ?? null,
        Species: set?.fields.get('species') ?? null,
        Geneset_Omicon_ID: set ? `OM.GS.${set.number}` : null,
      };
    });
  const { length: total, tested } = overlaps;
  const rows = await pageOf(overlaps, page, columns, name);
  overlaps.release();
  return { columns, rows, total, tested };
}
