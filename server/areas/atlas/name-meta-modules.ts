/** Titles of meta-modules, from the gene sets most enriched in their genes. */
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import {
  chooseThemeSet,
  type EnrichedSet,
  themeOfSetName,
} from '@omicon/domain/records/names/module-theme.ts';
import type { Services } from '../../base/services.ts';

/** Sets looked at for a title. */
const BEST_SETS = 20;
/** A title is made from a set with a smaller q. */
const RATE = 0.01;
/** Genes in the title of a signal without an enriched set. */
const GENES_OF_TITLE = 3;

/** The gene set that names a meta-module. */
export interface NamingSet {
  number: number;
  name: string;
  q: number;
}

/** Cohorts in which a gene that says what a signal is about is a member. */
const LEAST_COHORTS = 2;
const LEAST_GENES = 5;

/**
 * The set that names a meta-module; null if none is enriched. Genes that are members in two cohorts tell it better than
 * all that go along.
 */
export async function findNamingSet(
  { searchThreads }: Services,
  consensus: readonly { symbol: string; member_of: number }[],
): Promise<NamingSet | null> {
  const shared = consensus.filter(({ member_of }) => member_of >= LEAST_COHORTS);
  const symbols = (shared.length < LEAST_GENES ? consensus : shared).map(({ symbol }) => symbol);
  const { rows } = await searchThreads.ask({
    kind: 'rank-sets',
    symbols,
    background: null,
    category: undefined,
    species: undefined,
    direction: 'over',
    fold: false,
    folded_under: undefined,
    page: 1,
    page_size: BEST_SETS,
    sort: undefined,
    order: undefined,
  });
  const qOf = new Map<number, number>();
  const enriched = rows.flatMap((row): EnrichedSet[] => {
    const id = parseOmiconId(String(row.Geneset_Omicon_ID));
    if (id === null || Number(row.qval) >= RATE) return [];
    qOf.set(id.number, Number(row.qval));
    const category = row.Category === null || row.Category === undefined ? null : String(row.Category);
    return [
      {
        ...{ number: id.number, name: String(row.SetName), category },
        ...{ size: Number(row.Size), p: Number(row.Pval) },
      },
    ];
  });
  const set = chooseThemeSet(enriched);
  return set === null ? null : { number: set.number, name: set.name, q: qOf.get(set.number) ?? 1 };
}

/** What a title is made of. */
interface Named {
  set: NamingSet | null;
  /** the strongest first */
  genes: readonly string[];
}

/** Titles that differ: to those that several would have the first gene is added. */
export function makeTitles(named: readonly Named[]): string[] {
  const titles = named.map(({ set, genes }) =>
    set === null ? genes.slice(0, GENES_OF_TITLE).join(' ') : themeOfSetName(set.name),
  );
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles.map((title, at) => {
    const { set = null, genes = [] } = named[at] ?? {};
    const [gene] = genes;
    return set === null || gene === undefined || counts.get(title) === 1 ? title : `${title} (${gene})`;
  });
}
