/** A data set of 100,000 samples x 100 attributes from a seed, with a realistic distribution of values. */
import { randomFrom } from '../corpus/corpus-generator.ts';

export const SAMPLES = 100_000;

interface Attribute {
  name: string;
  values: number;
  /** share of samples without a value */
  missing: number;
}

/** 12 common attributes, 48 mutation flags that are mostly NA, 30 with 2 to 10 values and 10 with 100 to 900. */
function listAttributes(): Attribute[] {
  const usual: [string, number, number][] = [
    ['Organism', 2, 0],
    ['Tissue', 40, 0],
    ['Sample_Type', 6, 0.02],
    ['Sex', 2, 0.05],
    ['Developmental_Epoch', 5, 0.1],
    ['Disease', 30, 0],
    ['Tumor_Grade', 4, 0.3],
    ['Tumor_Occurrence', 3, 0.4],
    ['KPSI', 11, 0.7],
    ['Neoadjuvant_Treatment', 2, 0.6],
    ['MGMT_Status', 2, 0.8],
    ['CIMP_Status', 3, 0.8],
  ];
  return [
    ...usual.map(([name, values, missing]) => ({ name, values, missing })),
    ...Array.from({ length: 48 }, (_, at) => ({
      name: `GENE${at}_Mut`,
      values: 2 + (at % 5),
      missing: 0.94,
    })),
    ...Array.from({ length: 30 }, (_, at) => ({ name: `Pheno_${at}`, values: 2 + (at % 9), missing: 0.2 })),
    ...Array.from({ length: 10 }, (_, at) => ({ name: `Site_${at}`, values: 100 + 89 * at, missing: 0.1 })),
  ];
}

export const ATTRIBUTES = listAttributes();

/** Index of a random value: the first ones are frequent, as in real tables. */
function drawValueIndex(random: () => number, values: number): number {
  return Math.min(values - 1, Math.floor(values * random() ** 2));
}

export function makeSamples(seed: number) {
  const random = randomFrom(seed);
  return Array.from({ length: SAMPLES }, (_, at) => {
    const attributes: Record<string, string> = {};
    for (const { name, values, missing } of ATTRIBUTES) {
      if (random() >= missing) attributes[name] = `${name} value ${drawValueIndex(random, values)}`;
    }
    return { sample_index: at + 1, label: `S${at + 1}`, attributes };
  });
}
