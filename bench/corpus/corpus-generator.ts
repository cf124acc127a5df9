/**
 * Generates a corpus of covariation networks of any size from a seed, with planted results, so that the correct results
 * of searches are known. By default sizes are realistic: a network detects 20,000 of 25,000 genes and has 60 to 140
 * modules, three definitions, and 150 to 450 enriched sets per module and definition.
 */

export const GENES = 25_000;
export const GENE_SETS = 20_000;
const PROGRAMS = 200;
const PROGRAM_SIZE = 60;
/** Genes that are together in a seed module of every fiftieth network and in no other seed module. */
export const PLANTED_GENES = [101, 202, 303, 404] as const;
/** Enriched with -log10 P = 120 in one module of every twentieth network; all other enrichments are at most 100. */
export const PLANTED_SET = 777;
const GENES_EVERY = 50;
const SET_EVERY = 20;

/** Fewest and most modules of a network, and enriched sets of a module and definition. */
export interface CorpusWidth {
  modules: readonly [number, number];
  sets: readonly [number, number];
}

const WIDE: CorpusWidth = { modules: [60, 140], sets: [150, 450] };
/** For corpora of more networks than one machine can fill with wide ones. */
export const NARROW: CorpusWidth = { modules: [15, 25], sets: [30, 90] };

export interface GeneratedModule {
  /** 0 Seed, 1 PosBC, 2 PosFDR */
  definition: 0 | 1 | 2;
  name: string;
  /** unique gene numbers, ascending */
  genes: Uint32Array;
  /** enriched sets with -log10 P, best first */
  sets: Uint32Array;
  nlp: Float32Array;
}

export interface GeneratedNetwork {
  number: number;
  dataSet: number;
  modules: GeneratedModule[];
}

/** Mulberry32: the same numbers on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PLANTED: ReadonlySet<number> = new Set(PLANTED_GENES);

/** Programs of genes that covary in every network; none has a planted gene. */
function makePrograms(seed: number): Uint32Array[] {
  const random = randomFrom(seed ^ 0x9e3779b9);
  return Array.from({ length: PROGRAMS }, () => {
    const genes = new Set<number>();
    while (genes.size < PROGRAM_SIZE) {
      const gene = Math.floor(random() * GENES);
      if (!PLANTED.has(gene)) genes.add(gene);
    }
    return Uint32Array.from(genes);
  });
}

/** Genes of one module: half from its program, half random, without planted genes. */
function drawGenes(random: () => number, program: Uint32Array, size: number): Uint32Array {
  const genes = new Set<number>();
  while (genes.size < size) {
    const gene =
      random() < 0.5 ? (program[Math.floor(random() * program.length)] ?? 0) : Math.floor(random() * GENES);
    if (!PLANTED.has(gene)) genes.add(gene);
  }
  return Uint32Array.from(genes).sort();
}

function drawBetween(random: () => number, [least, most]: readonly [number, number]): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Sets by a Zipf-like popularity, with a heavy tail of -log10 P up to 100. */
function drawEnrichment(random: () => number, width: CorpusWidth): { sets: Uint32Array; nlp: Float32Array } {
  const count = drawBetween(random, width.sets);
  const found = new Map<number, number>();
  while (found.size < count) {
    const set = Math.min(GENE_SETS - 1, Math.floor(GENE_SETS ** random()) - 1);
    if (set !== PLANTED_SET) found.set(set, Math.min(100, 1.302 - Math.log(1 - random()) * 4));
  }
  const ranked = [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return {
    sets: Uint32Array.from(ranked, ([set]) => set),
    nlp: Float32Array.from(ranked, ([, value]) => value),
  };
}

function plantGenes(module: GeneratedModule): GeneratedModule {
  return { ...module, genes: Uint32Array.from(new Set([...module.genes, ...PLANTED_GENES])).sort() };
}

function plantSet(module: GeneratedModule): GeneratedModule {
  return {
    ...module,
    sets: Uint32Array.from([PLANTED_SET, ...module.sets]),
    nlp: Float32Array.from([120, ...module.nlp]),
  };
}

function nameOf(index: number): string {
  return `module${index + 1}`;
}

/** Network `number` of the corpus with this seed; always the same. */
export function generateNetwork(seed: number, number: number, width: CorpusWidth = WIDE): GeneratedNetwork {
  const programs = makePrograms(seed);
  const random = randomFrom(seed + number * 7919);
  const count = drawBetween(random, width.modules);
  const modules: GeneratedModule[] = [];
  for (let index = 0; index < count; index += 1) {
    const program = programs[Math.floor(random() * PROGRAMS)] ?? new Uint32Array();
    for (const definition of [0, 1, 2] as const) {
      const size = definition === 0 ? 10 + Math.floor(random() * 51) : 40 + Math.floor(random() * 160);
      const module = {
        definition,
        name: nameOf(index),
        genes: drawGenes(random, program, size),
        ...drawEnrichment(random, width),
      };
      const withGenes =
        index === 0 && definition === 0 && number % GENES_EVERY === 0 ? plantGenes(module) : module;
      modules.push(
        index === 1 && definition === 1 && number % SET_EVERY === 0 ? plantSet(withGenes) : withGenes,
      );
    }
  }
  return { number, dataSet: Math.floor(number / 2), modules };
}

export interface PlantedAnswers {
  /** networks whose first seed module holds all planted genes */
  networksWithGenes: number[];
  /** networks whose second module (PosBC) is enriched in the planted set with P = 1e-120 */
  networksWithSet: number[];
}

/** What searches over networks 0 to `count` - 1 must find. */
export function plantedAnswers(count: number): PlantedAnswers {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return {
    networksWithGenes: numbers.filter((number) => number % GENES_EVERY === 0),
    networksWithSet: numbers.filter((number) => number % SET_EVERY === 0),
  };
}
