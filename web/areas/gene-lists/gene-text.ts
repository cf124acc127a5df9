/** Lists of genes as people paste and drop them. */
import { isMissing } from '@omicon/domain/identifiers/identifier-mapping.ts';

export const MOST_IDENTIFIERS = 5000;
export const MOST_BACKGROUND = 60_000;
const MOST_LETTERS = 100;

/** Short lists that everybody in the field knows, to begin with. */
export const EXAMPLES: readonly { title: string; genes: readonly string[] }[] = [
  {
    title: 'Microglia',
    genes: [
      ...['AIF1', 'CD68', 'CD163', 'C1QA', 'C1QB', 'C1QC', 'CSF1R', 'CX3CR1', 'P2RY12', 'TMEM119'],
      ...['TREM2', 'TYROBP', 'ITGAM', 'FCER1G', 'LAPTM5', 'HLA-DRA'],
    ],
  },
  {
    title: 'Oligodendrocytes',
    genes: [
      ...['MBP', 'PLP1', 'MOG', 'MAG', 'MOBP', 'CNP', 'CLDN11', 'OLIG1', 'OLIG2', 'SOX10'],
      ...['ERMN', 'OPALIN', 'UGT8', 'MYRF', 'ASPA', 'TF'],
    ],
  },
  {
    title: 'Proliferation',
    genes: [
      ...['MKI67', 'TOP2A', 'PCNA', 'CCNB1', 'CCNB2', 'CDK1', 'BUB1', 'BUB1B', 'AURKA', 'AURKB'],
      ...['CENPF', 'TPX2', 'NUSAP1', 'KIF11', 'RRM2', 'MELK'],
    ],
  },
];

/**
 * Identifiers of a text: lines, commas, semicolons, tabs and spaces part them; what stands in quotation marks stays
 * together. Marks are taken off, missing values left out.
 */
export function splitIdentifiers(text: string): string[] {
  const found = text.matchAll(/"([^"\r\n]*)"|[^\s,;"]+/g);
  return [...found]
    .map(([whole, quoted]) => (quoted ?? whole).replaceAll(/^['’‘“”\s]+|['’‘“”\s]+$/g, ''))
    .filter((identifier) => !isMissing(identifier));
}

/** Why a list cannot be explored; null when it can. */
export function refuseList(identifiers: readonly string[], most: number): string | null {
  if (identifiers.length > most) {
    const [limit, given] = [most, identifiers.length].map((count) => count.toLocaleString('en-US'));
    return `At most ${limit} identifiers at once; here are ${given}.`;
  }
  const long = identifiers.find((identifier) => identifier.length > MOST_LETTERS);
  return long === undefined ? null : `“${long.slice(0, 30)}…” is too long for an identifier.`;
}

/** Cells of a line, by the one separator that tables have. */
function cellsOf(line: string): string[] {
  return line.split(line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',');
}

/** Text of a file of genes. Of a table only the first column: its other columns hold numbers that look like genes. */
export function readGeneFile(content: string): { text: string; isFirstColumn: boolean } {
  const lines = content
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const widths = new Set(lines.map((line) => cellsOf(line).length));
  const isTable = lines.length > 1 && widths.size === 1 && !widths.has(1);
  if (!isTable) return { text: lines.join('\n'), isFirstColumn: false };
  return { text: lines.map((line) => cellsOf(line)[0]?.trim() ?? '').join('\n'), isFirstColumn: true };
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((identifier, place) => identifier === b[place]);
}
