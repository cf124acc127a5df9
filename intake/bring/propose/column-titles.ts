/** Columns of numbers that are no values of a sample, by their titles. */
import { rowNumbersIn } from '@omicon/domain/identifiers/read-identifiers.ts';

/** Numbers that describe features, as featureCounts, RSEM, salmon, GCT and cBioPortal name them. */
const ANNOTATION =
  /^(?:chr|chrom|chromosome|start|end|strand|length|gene_?length|eff_?length|effective_?length|entrez(?:_?gene)?_?id|entrezid|gene_?id|geneid|description|cytoband|gc_?content|biotype|gene_?biotype|na_description)$/i;
/** Columns of BeadStudio and GenomeStudio that stand beside each sample. */
const NO_VALUES =
  /detection[ ._-]?p(?:val|value)?|\.detection$|[._ -](?:avg_?nbeads|nbeads|bead_?std_?err|bead_?stderr|array_stdev|narrays)\b/i;
const ROW_NUMBERS = /^(?:|index|row|no|nr|number|x|unnamed: 0)$/i;

export function isAnnotationTitle(title: string): boolean {
  return ANNOTATION.test(title.trim());
}

/** P values of detection, numbers of beads and the like. */
export function isQualityTitle(title: string): boolean {
  return NO_VALUES.test(title.slice(0, 500));
}

/** Whether a column numbers the rows. @param cells of the first rows at least */
export function isRowNumbers({ title, cells }: { title: string; cells: readonly string[] }): boolean {
  if (!ROW_NUMBERS.test(title.trim()) || cells.length < 3) return false;
  return rowNumbersIn(cells.map((cell) => cell.trim())).size === cells.length;
}

const FOLD_CHANGE = /^(?:log_?2?[._ ]?(?:fc|fold[._ ]?change)|fold[._ ]?change|fc|coef(?:ficient)?)$/i;
const P_VALUE =
  /^(?:p|p[._ -]?val(?:ue)?|p[._ -]?adj|adj[._ -]?p(?:[._ -]?val(?:ue)?)?|(?:raw|adjusted|nominal)[._ -]?p(?:[._ -]?val(?:ue)?)?|fdr|q[._ -]?val(?:ue)?)$/i;
/** Names that samples may have, too, unless they stand beside those above. */
const BESIDE_TESTS = /^(?:base_?mean|ave_?expr|log_?cpm|lfc_?se|stat|t|b|f|lr|z)$/i;

/** Columns that a test of differential expression has written, by their titles; values of samples have none of them. */
export function testColumns(titles: readonly string[]): string[] {
  const ofTests = titles.filter((title) => FOLD_CHANGE.test(title.trim()) || P_VALUE.test(title.trim()));
  const isOfTest = ofTests.some((title) => P_VALUE.test(title.trim())) && ofTests.length > 1;
  if (!isOfTest) return [];
  const known = new Set(ofTests);
  return titles.filter((title) => known.has(title) || BESIDE_TESTS.test(title.trim()));
}

/** Quantities of one sample, those that say most first. */
const QUANTITIES = [
  /^(?:raw|read|expected|est)?[._ ]?(?:counts?|reads?)$|^reads?[._ ]?counts?$/i,
  /^lfq[._ ]?intensity$/i,
  /^intensity$/i,
  /^tpm$/i,
  /^[fr]pkm$/i,
  /^cpm$/i,
  /^ibaq$/i,
  /^(?:norm(?:alized|alised)?|avg[._ ]?signal|signal)$/i,
  /^(?:peptides|unique peptides|razor \+ unique peptides|sequence coverage|identification type|ms\/ms count)$/i,
] as const;

const MARKS = /^[._ :-]+|[._ :-]+$/g;

/** Place of a quantity in the list above; -1 for other words. */
function rankOf(words: string): number {
  const plain = words.replace(MARKS, '');
  return plain.length > 40 ? -1 : QUANTITIES.findIndex((quantity) => quantity.test(plain));
}

/** Ways to divide a title at a mark, such as `S1` and `_FPKM`, or `S1` and `LFQ intensity `. */
function divisionsOf(title: string): { sample: string; quantity: string }[] {
  const text = title.slice(0, 500);
  return [...text.matchAll(/[._ :-]/g)].flatMap(({ index }) => [
    { sample: text.slice(0, index), quantity: text.slice(index) },
    { sample: text.slice(index + 1), quantity: text.slice(0, index + 1) },
  ]);
}

/** Fewer samples may share endings by chance. */
const LEAST_SAMPLES = 3;

export interface Quantities {
  /** ending or beginning of the titles that are kept, such as `_count` */
  kept: string;
  /** those of the other quantities */
  others: string[];
  /** titles of the columns to keep */
  samples: ReadonlySet<string>;
}

/** The quantity to keep of a table with several of the same samples, such as counts and FPKM; null for other tables. */
export function quantitiesOf(titles: readonly string[]): Quantities | null {
  const columns = new Map<string, Map<string, string>>();
  for (const title of titles) {
    for (const { sample, quantity } of divisionsOf(title)) {
      if (sample === '' || rankOf(quantity) < 0) continue;
      const samples = columns.get(quantity) ?? new Map<string, string>();
      columns.set(quantity, samples.set(sample, title));
    }
  }
  const ranked = [...columns].sort(([a], [b]) => rankOf(a) - rankOf(b));
  const [kept, samples] = ranked.find(([, { size }]) => size >= LEAST_SAMPLES) ?? [];
  if (kept === undefined || samples === undefined) return null;
  // "LFQ intensity A" ends in "intensity A", too.
  const own = new Set(samples.values());
  const others = ranked.flatMap(([quantity, of]) =>
    [...of].some(([sample, title]) => samples.has(sample) && !own.has(title)) ? [quantity] : [],
  );
  return others.length === 0 ? null : { kept, others, samples: own };
}
