/** Text and files of the matrix of two networks. */
import type { matchNetworks } from '@omicon/contract/areas/matching.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { writeTable } from '../../ui/files/write-table.ts';
import { formatCount, formatDecimal, formatPValue } from '../../ui/text/format.ts';

export type NetworkMatch = ReplyOf<typeof matchNetworks>;

/** What the colour of a cell is. */
export const MATCH_COLOURS = ['rho', 'p'] as const;
export type MatchColour = (typeof MATCH_COLOURS)[number];

/** -log10 P at which the colour is strongest. */
export const MAX_LOG_P = 30;

export interface PairRow {
  module: string;
  theme: string | null;
  size: number;
  other: string;
  otherTheme: string | null;
  otherSize: number;
  rho: number | null;
  rhoOfMembers: number | null;
  overlap: number;
  jaccard: number;
  p: number;
  eigengeneR: number | null;
  reciprocal: string;
  /** why a correlation is not shown, or says little */
  note: string | null;
  /** Omicon IDs */
  id: string;
  otherId: string;
}

export function isReciprocal({ reciprocal }: NetworkMatch, row: number, column: number): boolean {
  return reciprocal.some(({ module, other }) => module === row && other === column);
}

/**
 * Of modules without common genes each has high kME where the other has none, so that over the members of both it is
 * negative whatever the modules are.
 */
const NO_COMMON_GENES = 'no genes in common; \u03c1 is that of all symbols';

/** Pairs with common genes first, by the correlation of kME, the largest first. */
function comparePairs(a: PairRow, b: PairRow): number {
  const apart = Number(a.overlap === 0) - Number(b.overlap === 0);
  return apart || (b.rho ?? -2) - (a.rho ?? -2) || a.p - b.p;
}

/** One row per pair of modules, the most alike first. */
export function listPairs(match: NetworkMatch): PairRow[] {
  const pairs = new Set(match.reciprocal.map(({ module, other }) => `${module} ${other}`));
  const rows = match.modules.flatMap((one, row) =>
    match.other_modules.map(
      (other, column): PairRow => ({
        module: one.name,
        theme: one.theme,
        size: one.size,
        other: other.name,
        otherTheme: other.theme,
        otherSize: other.size,
        rho: match.rho[row]?.[column] ?? null,
        ...membersOf(match, row, column),
        jaccard: match.jaccard[row]?.[column] ?? 0,
        p: match.p_value[row]?.[column] ?? 1,
        eigengeneR: match.eigengene_r[row]?.[column] ?? null,
        reciprocal: pairs.has(`${row} ${column}`) ? 'yes' : 'no',
        id: one.omicon_id,
        otherId: other.omicon_id,
      }),
    ),
  );
  return rows.sort(comparePairs);
}

/** What depends on the genes that two modules have in common. */
function membersOf(match: NetworkMatch, row: number, column: number) {
  const overlap = match.overlap[row]?.[column] ?? 0;
  return {
    overlap,
    rhoOfMembers: overlap === 0 ? null : (match.rho_of_members[row]?.[column] ?? null),
    note: overlap === 0 ? NO_COMMON_GENES : null,
  };
}

/** Values of the cells by colour: the correlation, or -log10 P up to a limit. */
export function valuesOf(match: NetworkMatch, colour: MatchColour): (number | null)[][] {
  if (colour === 'rho') return match.rho;
  return match.p_value.map((row) =>
    row.map((p) => (p > 0 ? Math.min(MAX_LOG_P, Math.max(0, -Math.log10(p))) : MAX_LOG_P)),
  );
}

function figure(value: number | null): string {
  return value === null ? 'NA' : formatDecimal(value);
}

/** One sentence with all numbers of a pair. */
export function describePair(match: NetworkMatch, row: number, column: number): string {
  const [one, other] = [match.modules[row], match.other_modules[column]];
  if (!one || !other) return '';
  const mutual = isReciprocal(match, row, column) ? ', reciprocal best' : '';
  const r = match.eigengene_r[row]?.[column] ?? null;
  const samples =
    r === null ? '' : `, r of eigengenes ${figure(r)} over ${formatCount(match.common_samples)} samples`;
  return `${one.name} and ${other.name}: ρ ${figure(match.rho[row]?.[column] ?? null)}${mutual}, ${match.overlap[row]?.[column] ?? 0} genes in common of ${one.size} and ${other.size}, P ${formatPValue(match.p_value[row]?.[column] ?? 1)}${samples}.`;
}

/** All pairs as TSV. */
export function writePairs(match: NetworkMatch): string {
  const titles = [
    'Module',
    'Genes',
    'Other module',
    'Other genes',
    'rho',
    'rho of members',
    'Overlap',
    'Jaccard',
    'P',
    'r of eigengenes',
    'Reciprocal best',
    'Note',
  ];
  const rows = listPairs(match).map((pair) => [
    pair.module,
    pair.size,
    pair.other,
    pair.otherSize,
    pair.rho,
    pair.rhoOfMembers,
    pair.overlap,
    pair.jaccard,
    pair.p,
    pair.eigengeneR,
    pair.reciprocal,
    pair.note,
  ]);
  return writeTable(titles, rows, 'tsv');
}
