/** A cell type reference in the folder form, of the genes of the small laboratory and forty others. */
import { randomOf } from '@omicon/domain/statistics/preservation/random.ts';
import { takeIn } from '../intake.ts';
import type { TestPortal } from '../portal.ts';
import type { LabFiles } from './small-laboratory.ts';

export const CELL_TYPES = ['Neuron', 'Astrocyte', 'Oligodendrocyte', 'Microglia'] as const;
const TERMS = ['CL:0000540', 'CL:0000127', 'CL:0000128', 'CL:0000129'];
const OWN: Readonly<Record<string, number>> = {
  ...{ OLIG2: 2, SOX10: 2, MBP: 2 },
  ...{ AIF1: 3, CD68: 3, CX3CR1: 3, P2RY12: 3 },
};

export interface CellTypesOptions {
  title?: string;
  organism?: string;
  /** another one gives other values */
  seed?: number;
  /** changes to the names of genes */
  nameOf?: (symbol: string) => string;
  attributes?: readonly [string, string][];
}

function table(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.join(',')}\n`).join('');
}

/** Genes with their means by type: those of the laboratory are high in one, the others everywhere the same. */
function meansOf(seed: number): { symbol: string; means: number[] }[] {
  const random = randomOf(seed);
  const others = Array.from({ length: 40 }, (_, at) => `GENE${at + 1}`);
  return ['IDH1', ...Object.keys(OWN), ...others].map((symbol) => {
    const level = 0.2 + random();
    return {
      symbol,
      means: CELL_TYPES.map((_, type) => Number((level * (OWN[symbol] === type ? 8 : 1)).toFixed(4))),
    };
  });
}

/** Files of a reference with two levels; that of classes has no variances and percentages. */
export function cellTypeFiles({
  title = 'Cortex of Jones 2024',
  organism = 'Homo sapiens',
  seed = 1,
  nameOf = (symbol) => symbol,
  attributes = [],
}: CellTypesOptions = {}): LabFiles {
  const genes = meansOf(seed).map(({ symbol, means }) => ({ gene: nameOf(symbol), means }));
  const header = ['Gene', ...CELL_TYPES];
  const cells = CELL_TYPES.map((type, at) => [
    type,
    100 * (at + 1),
    TERMS[at] ?? '',
    at === 0 ? 'Neuron' : 'Glia',
  ]);
  const folder = `${title.replaceAll(' ', '_')}_cell_types`;
  const tables: Record<string, (string | number)[][]> = {
    reference: [
      ['Attribute', 'Value'],
      ['Title', title],
      ['Organism', organism],
      ['Region', 'cortex'],
      ...attributes.map((pair) => [...pair]),
    ],
    class_means: [
      ['Gene', 'Neuron', 'Glia'],
      ...genes.map(({ gene, means: [neuron = 0, ...glia] }) => [
        gene,
        neuron,
        glia.reduce((a, b) => a + b, 0) / 3,
      ]),
    ],
    class_n: [
      ['Cell type', 'Cells', 'Ontology ID'],
      ['Neuron', 100, 'CL:0000540'],
      ['Glia', 900, ''],
    ],
    subclass_means: [header, ...genes.map(({ gene, means }) => [gene, ...means])],
    subclass_var: [header, ...genes.map(({ gene, means }) => [gene, ...means.map((mean) => mean / 2)])],
    subclass_pct: [
      header,
      ...genes.map(({ gene, means }) => [gene, ...means.map((mean) => Math.min(100, mean * 10))]),
    ],
    subclass_n: [['Cell type', 'Cells', 'Ontology ID', 'Parent'], ...cells],
  };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [`${folder}/${name}.csv`, table(rows)]),
  );
}

/** Imports a reference. @returns its number */
export async function aCellTypeReference(
  portal: TestPortal,
  options: CellTypesOptions & { visibility?: 'public' | 'private'; person_id?: number } = {},
): Promise<number> {
  const { visibility, person_id, ...made } = options;
  const { faults, units } = await takeIn(portal, cellTypeFiles(made), {
    ...(visibility && { visibility }),
    ...(person_id && { person_id }),
  });
  const number = Number(units[0]?.omicon_id?.split('.')[2]);
  if (!(number > 0)) throw new Error(`The reference was refused: ${faults[0]?.sentence}`);
  return number;
}
