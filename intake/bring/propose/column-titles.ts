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
