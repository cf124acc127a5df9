import { type FeatureMatrix, featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { type RandomSource, randomSource, seedOf } from '../kit/random.ts';
import { PROGRAMS } from './programs.ts';
import type { DemoSample } from './samples.ts';

/** Activity of each program in a sample, in standard deviations; one entry per program. */
type Activities = ReadonlyMap<string, number>;

/** Shift of a program in a disease or region, in standard deviations of its activity. */
const SHIFTS: Record<string, Record<string, number>> = {
  glioblastoma: {
    PROLIFERATION: 1.4,
    HYPOXIA: 1.5,
    MESENCHYMAL_STATE: 1.5,
    CHROMOSOME_7_GAIN: 1.8,
    CHROMOSOME_10_LOSS: -1.8,
    MACROPHAGE: 1.2,
    ENDOTHELIAL: 0.6,
    FIBROBLAST: 0.8,
    OPC: -0.6,
    NEURON: -0.6,
    INTERFERON: 0.4,
  },
  'astrocytoma (excluding glioblastoma)': { ASTROCYTE: 1, RADIAL_GLIA: 0.8, MICROGLIA: 0.3 },
  oligodendroglioma: { OPC: 1.3, NEURON: 0.4, HYPOXIA: -0.5, MESENCHYMAL_STATE: -0.8, PROLIFERATION: -0.3 },
  cerebellum: { CEREBELLAR_NEURON: 3, NEURON: -0.5, INTERNEURON: -0.8 },
  'caudate nucleus': { MEDIUM_SPINY_NEURON: 3, NEURON: -0.6, EPENDYMAL: 0.9 },
  brainstem: { OLIGODENDROCYTE: 1.3, NEURON: -1, SYNAPSE: -0.8, CHOROID_PLEXUS: 0.8 },
};

/** The loss of a chromosome arm lowers all its genes; only males express chromosome Y. */
function genotypeShift(program: string, sample: DemoSample): number {
  if (program === 'CHROMOSOME_1P_LOSS') return sample.chr1p_Mut === 'SO:0001743' ? -2.5 : 0;
  if (program === 'CHROMOSOME_19Q_LOSS') return sample.chr19q_Mut === 'SO:0001743' ? -2.5 : 0;
  if (program === 'CHROMOSOME_Y') return sample.Sex === 'M' ? 3 : -3;
  return 0;
}

/**
 * Specimens of every second batch waited before they were frozen, and immediate early genes rose in them. Batch
 * correction removes it; where a study did without, a module follows the batch.
 */
function handlingShift(program: string, { Batch }: DemoSample): number {
  return program === 'IMMEDIATE_EARLY' && Batch % 2 === 0 ? 2.5 : 0;
}

/**
 * Programs that share a cause, with the share of their activity that comes from it, in (-1, 1): cells of one lineage
 * come together, so that modules correlate and some merge, as they do in tissue.
 */
const SHARED_CAUSES: Record<string, Record<string, number>> = {
  neurons: {
    NEURON: 0.93,
    SYNAPSE: 0.95,
    INTERNEURON: 0.6,
    MEDIUM_SPINY_NEURON: 0.3,
    IMMEDIATE_EARLY: 0.35,
    OXIDATIVE_PHOSPHORYLATION: 0.4,
  },
  immunity: {
    MICROGLIA: 0.6,
    MACROPHAGE: 0.7,
    ANTIGEN_PRESENTATION: 0.75,
    T_CELL: 0.5,
    NATURAL_KILLER_CELL: 0.55,
    B_CELL: 0.35,
    INTERFERON: 0.35,
  },
  vessels: { ENDOTHELIAL: 0.65, PERICYTE: 0.75, FIBROBLAST: 0.5, ERYTHROID: 0.3 },
  cycle: { PROLIFERATION: 0.95, DNA_REPLICATION: 0.96, SPLICING: 0.3 },
  stress: { HYPOXIA: 0.6, MESENCHYMAL_STATE: 0.6, UNFOLDED_PROTEIN: 0.4, HEAT_SHOCK: 0.3 },
  growth: { RIBOSOME: 0.5, PROTEASOME: 0.5 },
  glia: { ASTROCYTE: 0.6, RADIAL_GLIA: 0.5, CHOLESTEROL_SYNTHESIS: 0.4, OLIGODENDROCYTE: -0.35 },
};

/** Activities of all samples. Tissue matters in normal brain only: a tumour has its own cells. */
export function programActivities(samples: readonly DemoSample[], random: RandomSource): Activities[] {
  return samples.map((sample) => {
    const shifts = SHIFTS[sample.Disease === 'Normal' ? sample.Tissue : sample.Disease] ?? {};
    const shared = new Map<string, readonly [number, number]>();
    for (const programs of Object.values(SHARED_CAUSES)) {
      const cause = random.normal();
      for (const [name, share] of Object.entries(programs)) shared.set(name, [share, cause]);
    }
    return new Map(
      PROGRAMS.map(({ name }) => {
        const [share, cause] = shared.get(name) ?? [0, 0];
        const own = Math.sqrt(1 - share * share) * random.normal();
        const shift = (shifts[name] ?? 0) + genotypeShift(name, sample) + handlingShift(name, sample);
        return [name, share * cause + own + shift];
      }),
    );
  });
}

/** Parameters of a measurement. */
export interface Measurement {
  genes: readonly string[];
  samples: readonly DemoSample[];
  activities: readonly Activities[];
  seed: number;
  /** name of the platform, which has its own gene levels, noise and batch offsets */
  platform: string;
}

/** Share of failed samples: mostly noise, which outlier removal should detect. */
const FAILED_SHARE = 0.03;

/** Features beyond the known genes covary in blocks of this size, so that benchmarks find modules among them too. */
const INVENTED_BLOCK = 25;

/** Share of the minor markers that do not follow their program: no marker list is valid in every tissue. */
const UNFAITHFUL_SHARE = 0.14;

/** The best known markers of a program always follow it. */
const FAITHFUL_MARKERS = 9;

/** Nearly all variation of these genes follows the program, so that a search by name finds their module. */
const LEADING_MARKERS = 5;

/** No measured gene is wholly silent: `HOTAIR` alone does not vary, also after quantile normalisation. */
const MIN_VALUE = 0.02;

/** The signal that a gene follows over the samples. */
interface Driver {
  /** one value per sample, in standard deviations */
  activity: Float64Array;
  isLeading: boolean;
}

/** The signal of each gene of the programs in this collection. */
function driversOfGenes({ activities, seed }: Measurement): Map<string, Driver> {
  const random = randomSource(seedOf(seed, 'unfaithful markers'));
  return new Map(
    PROGRAMS.flatMap(({ name, genes }) => {
      const activity = Float64Array.from(activities, (sample) => sample.get(name) ?? 0);
      return genes
        .map((gene, rank): [string, Driver] => [gene, { activity, isLeading: rank < LEADING_MARKERS }])
        .filter((_, rank) => !random.chance(UNFAITHFUL_SHARE) || rank < FAITHFUL_MARKERS);
    }),
  );
}

/** The signal of each feature beyond the known genes: that of its block. */
function driversOfInvented({ genes, samples, seed }: Measurement): Map<string, Driver> {
  const invented = genes.filter((gene) => gene.startsWith('DEMO_FEATURE_'));
  return new Map(
    invented.map((gene, index) => {
      const random = randomSource(seedOf(seed, `block ${Math.floor(index / INVENTED_BLOCK)}`));
      return [gene, { activity: Float64Array.from(samples, () => random.normal()), isLeading: false }];
    }),
  );
}

/** Values of one feature, log2, above 0 and with the three decimals of a laboratory file. */
function measureGene(
  gene: string,
  { samples, seed, platform }: Measurement,
  { driver, failed }: { driver: Driver | undefined; failed: readonly boolean[] },
): number[] {
  const random = randomSource(seedOf(seed, `${platform} ${gene}`));
  const level = 4 + 6 * random.uniform();
  const loading = (driver?.isLeading ? 0.85 : 0.35) + 0.7 * random.uniform();
  const noise = 0.3 + (driver?.isLeading ? 0.1 : 0.45) * random.uniform();
  const offsets = [0, 1, 2, 3].map(() => 0.3 * random.normal());
  return samples.map((sample, index) => {
    const signal = loading * (driver?.activity[index] ?? 0);
    const error = (failed[index] ? 1.6 : noise) * random.normal();
    const value = level + (failed[index] ? 0.2 : 1) * signal + error + (offsets[sample.Batch] ?? 0);
    return Math.round(1000 * Math.max(MIN_VALUE, value)) / 1000;
  });
}

/** Analyte data of one platform. Shape: genes x samples; the gene `HOTAIR` is silent and does not vary. */
export function measure(measurement: Measurement): FeatureMatrix {
  const { genes, samples, seed, platform } = measurement;
  const failures = randomSource(seedOf(seed, `${platform} failures`));
  const failed = samples.map(() => failures.chance(FAILED_SHARE));
  const drivers = new Map([...driversOfGenes(measurement), ...driversOfInvented(measurement)]);
  return featureMatrix(
    genes.map((gene) =>
      gene === 'HOTAIR'
        ? samples.map(() => 0)
        : measureGene(gene, measurement, { driver: drivers.get(gene), failed }),
    ),
  );
}
