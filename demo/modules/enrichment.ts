import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { hypergeometricTail } from '@omicon/domain/statistics/hypergeometric.ts';
import { bareLine, significant } from '@omicon/pipeline/files/csv.ts';
import type { GeneSet } from '../laboratory/gene-sets.ts';
import type { CovariationNetwork } from './find-modules.ts';
import type { Assignment, ModuleDefinitions } from './module-definitions.ts';
import { membersOf } from './module-statistics.ts';

/** Definitions tested for enrichment, with the name of their folder. */
export const TESTED_DEFINITIONS: readonly (readonly [
  string,
  (definitions: ModuleDefinitions) => Assignment,
])[] = [
  [DEFINITION_NAMES.Seed.enrichmentCode, ({ seed }) => seed],
  [DEFINITION_NAMES.PosBC.enrichmentCode, ({ positiveBonferroni }) => positiveBonferroni],
  [DEFINITION_NAMES.PosFDR.enrichmentCode, ({ positiveFdr }) => positiveFdr],
];

/** P values of one gene set, one per module of the network. */
export interface EnrichmentRow {
  geneSet: GeneSet;
  pValues: number[];
}

/** Size limits as in the laboratory's runs; members outside the universe count too. */
const MIN_SET = 5;
const MAX_SET_SIZE = 500;
const MIN_P_VALUE = 1e-300;

/**
 * Enrichment of all gene sets in all modules by one definition. The universe is every symbol of the data set;
 * sets without overlap with any module are left out.
 */
export function enrichModules(
  { modules }: CovariationNetwork,
  {
    assignment,
    symbols,
    geneSets,
  }: { assignment: Assignment; symbols: readonly string[]; geneSets: readonly GeneSet[] },
): EnrichmentRow[] {
  const universe = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  const members = modules.map(
    ({ colour }) =>
      new Set(membersOf(assignment, colour).map((feature) => symbols[feature]?.toUpperCase() ?? '')),
  );
  return geneSets
    .filter(({ genes }) => genes.length >= MIN_SET && genes.length <= MAX_SET_SIZE)
    .flatMap((geneSet) => {
      const inUniverse = geneSet.genes.map((gene) => gene.toUpperCase()).filter((gene) => universe.has(gene));
      const overlaps = members.map((genes) => inUniverse.filter((gene) => genes.has(gene)).length);
      if (overlaps.every((overlap) => overlap === 0)) return [];
      const pValues = overlaps.map((overlap, index) =>
        Math.max(
          MIN_P_VALUE,
          hypergeometricTail({
            overlap,
            setSize: inUniverse.length,
            moduleSize: members[index]?.size ?? 0,
            universe: universe.size,
          }),
        ),
      );
      return [{ geneSet, pValues }];
    });
}

/** P below .05 with six digits, larger P with two. */
function pValueText(pValue: number): string {
  return significant(pValue, pValue < 0.05 ? 6 : 2);
}

/** Lines of a GSHyperG table: seven columns about the gene set, then one P value per module. */
export function enrichmentTable({ modules }: CovariationNetwork, rows: readonly EnrichmentRow[]): string[] {
  const header = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'];
  const lines = rows.map(({ geneSet, pValues }) =>
    [
      bareLine([geneSet.id, geneSet.name, geneSet.category, geneSet.genes.length, 'Homo sapiens']),
      '""',
      bareLine([geneSet.description]),
      ...pValues.map(pValueText),
    ].join(','),
  );
  return [bareLine([...header, ...modules.map(({ colour }) => colour)]), ...lines];
}
