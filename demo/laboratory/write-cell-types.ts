/** A cell type reference of the demo laboratory: the types whose markers its collections have as planted programs. */
import { attributeTable, bareLine, writeTable } from '@omicon/pipeline/files/csv.ts';
import { randomSource, seedOf } from '../kit/random.ts';
import { PROGRAMS } from './programs.ts';

interface DemoType {
  name: string;
  /** program whose genes are its markers */
  program: string;
  parent: string;
  cells: number;
  term: string;
}

const CLASSES = [
  { name: 'Neuron', term: 'CL:0000540' },
  { name: 'Macroglia', term: 'CL:0000126' },
  { name: 'Immune', term: 'CL:0000738' },
] as const;

const TYPES: readonly DemoType[] = [
  { name: 'Excitatory neuron', program: 'NEURON', parent: 'Neuron', cells: 5200, term: 'CL:0000679' },
  { name: 'Inhibitory neuron', program: 'INTERNEURON', parent: 'Neuron', cells: 2100, term: 'CL:0000617' },
  { name: 'Astrocyte', program: 'ASTROCYTE', parent: 'Macroglia', cells: 1400, term: 'CL:0000127' },
  {
    name: 'Oligodendrocyte',
    program: 'OLIGODENDROCYTE',
    parent: 'Macroglia',
    cells: 2600,
    term: 'CL:0000128',
  },
  { name: 'OPC', program: 'OPC', parent: 'Macroglia', cells: 600, term: 'CL:0002453' },
  { name: 'Microglia', program: 'MICROGLIA', parent: 'Immune', cells: 700, term: 'CL:0000129' },
];

const DIGITS = 4;

interface DemoGene {
  symbol: string;
  /** by type, as they are written */
  means: number[];
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}

function demoGenes(seed: number): DemoGene[] {
  const random = randomSource(seedOf(seed, 'cell types'));
  const typeOf = new Map(TYPES.map(({ program }, type) => [program, type]));
  // A gene of several programs is a marker if one of them is of a type.
  const genes = new Map<string, number | null>();
  for (const { name, genes: symbols } of PROGRAMS)
    for (const symbol of symbols) genes.set(symbol, genes.get(symbol) ?? typeOf.get(name) ?? null);
  return [...genes].map(([symbol, own]) => {
    const level = 1.2 + 1.6 * random.uniform();
    return {
      symbol,
      means: TYPES.map((_, type) => {
        const share = own === null ? 0.8 : own === type ? 1 : 0.06;
        return rounded(level * share * (0.8 + 0.4 * random.uniform()));
      }),
    };
  });
}

/** Mean over the cells of the types of each class. */
function toClasses({ symbol, means }: DemoGene): DemoGene {
  return {
    symbol,
    means: CLASSES.map(({ name }) => {
      const types = TYPES.flatMap((type, at) =>
        type.parent === name ? [{ ...type, mean: means[at] ?? 0 }] : [],
      );
      const cells = types.reduce((sum, type) => sum + type.cells, 0);
      return rounded(types.reduce((sum, type) => sum + type.cells * type.mean, 0) / cells);
    }),
  };
}

/** Variance of counts and share of cells with any, if counts are nearly Poisson. */
const TABLES = {
  means: (mean: number) => mean,
  var: (mean: number) => rounded(mean * (0.4 + 0.1 * mean)),
  pct: (mean: number) => rounded(100 * (1 - Math.exp(-mean))),
} as const;

async function writeLevel(
  stem: string,
  types: readonly { name: string; cells: number; term: string; parent?: string }[],
  genes: readonly DemoGene[],
): Promise<void> {
  const header = bareLine(['Gene', ...types.map(({ name }) => name)]);
  for (const [table, valueOfMean] of Object.entries(TABLES)) {
    const lines = genes.map(({ symbol, means }) => bareLine([symbol, ...means.map(valueOfMean)]));
    await writeTable(`${stem}_${table}.csv`, [header, ...lines]);
  }
  const rows = types.map(({ name, cells, term, parent = '' }) => bareLine([name, cells, term, parent]));
  await writeTable(`${stem}_n.csv`, [bareLine(['Cell type', 'Cells', 'Ontology ID', 'Parent']), ...rows]);
}

/** Two levels of one reference, in the folder form of cell type references. */
export async function writeCellTypes(folder: string, seed: number): Promise<void> {
  const reference = `${folder}/Demo_cortex_cell_types`;
  await writeTable(
    `${reference}/reference.csv`,
    attributeTable([
      ['Title', 'Demo cortex'],
      ['Organism', 'Homo sapiens'],
      ['Region', 'cerebral cortex'],
      ['Condition', 'control'],
      ['Source', 'Computed for the demo laboratory'],
      ['Availability', 'Public'],
      ['Description', 'the values were computed for the demo laboratory; no cell was measured'],
    ]),
  );
  const genes = demoGenes(seed);
  const classes = CLASSES.map(({ name, term }) => {
    const cells = TYPES.filter(({ parent }) => parent === name).reduce((sum, type) => sum + type.cells, 0);
    return { name, term, cells };
  });
  await writeLevel(`${reference}/class`, classes, genes.map(toClasses));
  await writeLevel(`${reference}/subclass`, TYPES, genes);
}
