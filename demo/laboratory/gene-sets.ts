import type { SourcedSet } from '@omicon/pipeline/files/write-network.ts';
import { GO_TERMS } from './gene-identifiers.ts';
import { PROGRAMS, type Program } from './programs.ts';

type NamedSet = Pick<Program, 'name' | 'category' | 'description' | 'genes'>;

/** Far above the ids of the laboratory, to avoid collisions. */
const FIRST_NUMBER = 20001;
const CORE_SIZE = 12;

/** Sets that combine several programs, in addition to the specific ones. */
const JOINED: readonly (readonly [string, Program['category'], readonly string[]])[] = [
  ['MYELOID_CELL', 'CellType', ['MICROGLIA', 'MACROPHAGE']],
  ['GLIA', 'CellType', ['ASTROCYTE', 'OLIGODENDROCYTE', 'OPC']],
  ['ALL_NEURON', 'CellType', ['NEURON', 'INTERNEURON', 'MEDIUM_SPINY_NEURON', 'CEREBELLAR_NEURON']],
  ['VASCULAR_CELL', 'CellType', ['ENDOTHELIAL', 'PERICYTE']],
  ['LYMPHOCYTE', 'CellType', ['T_CELL', 'B_CELL', 'NATURAL_KILLER_CELL']],
  ['CELL_CYCLE', 'GO BP', ['PROLIFERATION', 'DNA_REPLICATION']],
  ['IMMUNE_RESPONSE', 'GO BP', ['INTERFERON', 'ANTIGEN_PRESENTATION']],
  ['PROTEIN_QUALITY', 'Pathway', ['HEAT_SHOCK', 'UNFOLDED_PROTEIN', 'PROTEASOME']],
  ['CODELETION_1P_19Q', 'Cancer', ['CHROMOSOME_1P_LOSS', 'CHROMOSOME_19Q_LOSS']],
];

const GO_NAMES: Record<string, string> = {
  'GO:0006119': 'GOBP_OXIDATIVE_PHOSPHORYLATION',
  'GO:0042552': 'GOBP_MYELINATION',
  'GO:0006096': 'GOBP_GLYCOLYTIC_PROCESS',
  'GO:0006695': 'GOBP_CHOLESTEROL_BIOSYNTHETIC_PROCESS',
  'GO:0048709': 'GOBP_OLIGODENDROCYTE_DIFFERENTIATION',
  'GO:0007268': 'GOBP_CHEMICAL_SYNAPTIC_TRANSMISSION',
};

function joinedSets(): NamedSet[] {
  return JOINED.map(([name, category, parts]) => ({
    name: `DEMO_${name}`,
    category,
    description: `Genes of ${parts.map((part) => `DEMO_${part}`).join(', ')}`,
    genes: PROGRAMS.filter((program) => parts.includes(program.name)).flatMap(({ genes }) => [...genes]),
  }));
}

function coreSets(): NamedSet[] {
  return PROGRAMS.filter(({ category }) => category === 'CellType').map((program) => ({
    name: `DEMO_${program.name}_CORE`,
    category: program.category,
    description: `${program.description}, the best known`,
    genes: program.genes.slice(0, CORE_SIZE),
  }));
}

function ontologySets(): NamedSet[] {
  return [...GO_TERMS].map(([term, genes]) => ({
    name: GO_NAMES[term] ?? term,
    category: 'GO BP' as const,
    description: term,
    genes,
  }));
}

/** All gene sets: one per program, the core of every cell type, joined sets, and Gene Ontology terms. */
export function demoGeneSets(): SourcedSet[] {
  const planted = PROGRAMS.map(({ name, ...program }) => ({ ...program, name: `DEMO_${name}` }));
  return [...planted, ...coreSets(), ...joinedSets(), ...ontologySets()].map(
    ({ name, category, description, genes }, index) => ({
      set_id: `MOSET${FIRST_NUMBER + index}`,
      name,
      category,
      species: 'Homo sapiens',
      pubmed_id: null,
      description,
      genes,
      source: 'MY',
    }),
  );
}
