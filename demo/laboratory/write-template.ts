/** A small complete collection in the folder form of the laboratory, as a model for one's own: data set and analysis. */
import { writeTable } from '@omicon/pipeline/files/csv.ts';
import type { RandomSource } from '../kit/random.ts';
import type { CollectionDesign } from './collections.ts';
import { PROGRAMS } from './programs.ts';
import { type DemoSample, type Tumor, tumorSample, withFollowUp } from './samples.ts';
import { README } from './template-readme.ts';
import { writeCollection } from './write-laboratory.ts';

const SAMPLES = 12;
/** Genes of each kind of cell, so that each becomes a module. */
const GENES_OF_PROGRAM = 15;
const CELL_TYPES = ['ASTROCYTE', 'OLIGODENDROCYTE', 'MICROGLIA', 'NEURON'];
const SEED = 2026;
const DISEASES: readonly Tumor[] = ['glioblastoma', 'oligodendroglioma'];

function templateSamples(count: number, random: RandomSource): DemoSample[] {
  return Array.from({ length: count }, (_, at) => {
    const label = `SAMPLE_${String(at + 1).padStart(2, '0')}`;
    const disease = DISEASES[at % DISEASES.length] ?? 'glioblastoma';
    const request = {
      label,
      individual: at + 1,
      disease,
      occurrence: 'Primary',
      batch: 1 + (at % 3),
    } as const;
    return withFollowUp(tumorSample(request, random));
  });
}

const TEMPLATE: CollectionDesign = {
  code: 'TEMPLATE',
  isPrivate: true,
  title: 'Template 2026 glioma',
  sampleCount: SAMPLES,
  makeSamples: templateSamples,
  platforms: [
    {
      words: '',
      origin: 'EXT',
      technology: 'Sequencer',
      platform: 'Illumina HiSeq',
      uniqueIdentifier: 'SYMBOL',
      scale: 'log2(TPM+1)',
      share: 1,
      hasSingleHeader: false,
      groups: [
        {
          name: 'All',
          includes: () => true,
          steps: ['QN'],
          analysis: {
            isPrivate: true,
            owner: 'Your Name',
            analyst: 'Your Name',
            creationDate: '2026-01-15',
          },
        },
      ],
    },
  ],
};

/** Writes the template, 12 samples x 60 genes, with a README. The same bytes on every machine. */
export async function writeTemplate(folder: string): Promise<void> {
  const genes = PROGRAMS.filter(({ name }) => CELL_TYPES.includes(name)).flatMap((program) =>
    program.genes.slice(0, GENES_OF_PROGRAM),
  );
  await writeCollection(TEMPLATE, {
    folder,
    seed: SEED,
    samples: null,
    genes: genes.toSorted(),
    cells: [{ relative: 0.8, minSize: 6 }],
    geneSets: [],
  });
  await writeTable(`${folder}/README.txt`, README);
}
