/** Limits and examples of pasted lists of genes. */
import { formatCount } from '../../ui/text/format.ts';

export const MAX_BACKGROUND = 60_000;
const MAX_LETTERS = 100;

/** Example lists of well-known genes. */
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

/** Why a list cannot be explored; null when it can. */
export function refuseList(identifiers: readonly string[], most: number): string | null {
  if (identifiers.length > most) {
    return `At most ${formatCount(most)} identifiers at once; here are ${formatCount(identifiers.length)}.`;
  }
  const long = identifiers.find((identifier) => identifier.length > MAX_LETTERS);
  return long === undefined ? null : `“${long.slice(0, 30)}…” is too long for an identifier.`;
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((identifier, index) => identifier === b[index]);
}
