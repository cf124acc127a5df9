import { type RandomSource, randomSource, seedOf } from '../kit/random.ts';
import { type DemoSample, normalSample, REGIONS, type Tumor, tumorSample, withFollowUp } from './samples.ts';

/** An analysis of the last derived data set of a group. Persons are fictitious. */
export interface AnalysisDesign {
  /** visible to the laboratory only */
  isPrivate?: boolean;
  owner: string;
  analyst: string;
  /** `yyyy-mm-dd` */
  creationDate: string;
  /** R has mangled `-` to `.` in the network names of the statistics file */
  hasMangledNames?: boolean;
  /** one network folder has no modules, because its threshold is too high */
  hasEmptyNetwork?: boolean;
}

/** Samples that are transformed together. */
export interface GroupDesign {
  name: string;
  includes: (sample: DemoSample) => boolean;
  steps: readonly ('OR' | 'QN' | 'BC')[];
  analysis: AnalysisDesign | null;
}

/** One platform of a collection, which gives one loaded data set. */
export interface PlatformDesign {
  /** part of data set titles and, without spaces and dashes, of folder names; empty if there is only one platform */
  words: string;
  /** processed externally, or raw data processed by the laboratory */
  origin: 'EXT' | 'RDP';
  technology: 'Sequencer' | 'Microarray';
  platform: string;
  uniqueIdentifier: 'SYMBOL' | 'ENTREZID';
  scale: string;
  /** share of the collection's samples measured on this platform, in (0, 1] */
  share: number;
  hasSingleHeader: boolean;
  groups: readonly GroupDesign[];
}

export interface CollectionDesign {
  /** its analyses also have notes, a script and office files */
  hasCompanions?: true;
  /** visible to the laboratory only */
  isPrivate?: true;
  code: string;
  title: string;
  /** default number of samples */
  sampleCount: number;
  makeSamples: (count: number, random: RandomSource) => DemoSample[];
  platforms: readonly PlatformDesign[];
}

/** Diseases in the order in which they are assigned to samples, so that all shares are exact. */
function tumorMix(mix: readonly [Tumor, number][]): Tumor[] {
  return mix.flatMap(([disease, parts]) => Array.from({ length: parts }, () => disease));
}

const GLIOMA_MIX = tumorMix([
  ['glioblastoma', 5],
  ['astrocytoma (excluding glioblastoma)', 3],
  ['oligodendroglioma', 4],
]);

/** Primary tumours, and a recurrence of about one individual in six. */
function gliomaSamples(count: number, random: RandomSource): DemoSample[] {
  const primaries = Math.round((count * 6) / 7);
  return Array.from({ length: count }, (_, index) => {
    const individual = 1 + (index < primaries ? index : (index - primaries) * 5);
    const disease = GLIOMA_MIX[(individual * 5) % GLIOMA_MIX.length] ?? 'glioblastoma';
    const stem = `DG-${String(individual).padStart(4, '0')}`;
    const occurrence = index < primaries ? 'Primary' : 'Recurrent';
    const label = occurrence === 'Primary' ? stem : `${stem}-02`;
    return withFollowUp(
      tumorSample({ label, individual, disease, occurrence, batch: 1 + (index % 3) }, random),
    );
  });
}

const ARRAY_MIX = tumorMix([
  ['oligodendroglioma', 1],
  ['glioblastoma', 1],
]);

/** Diseases alternate, and both are in both batches. */
function arraySamples(count: number, random: RandomSource): DemoSample[] {
  return Array.from({ length: count }, (_, index) => {
    const disease = ARRAY_MIX[index % ARRAY_MIX.length] ?? 'glioblastoma';
    const label = `${disease === 'glioblastoma' ? 'GBM' : 'OLIGO'}_${1 + Math.floor(index / 2)}`;
    return tumorSample(
      {
        label,
        individual: index + 1,
        disease,
        occurrence: 'Primary',
        batch: 1 + (Math.floor(index / 2) % 2),
      },
      random,
    );
  });
}

/** Every donor gives one sample of each region; the donors were processed in two batches. */
function regionSamples(count: number, random: RandomSource): DemoSample[] {
  const donors = Array.from({ length: Math.ceil(count / REGIONS.length) }, () => ({
    sex: random.chance(0.5) ? ('M' as const) : ('F' as const),
    age: random.integer(24, 78),
  }));
  return Array.from({ length: count }, (_, index) => {
    const individual = 1 + Math.floor(index / REGIONS.length);
    const region = REGIONS[index % REGIONS.length] ?? REGIONS[0];
    const donor = donors[individual - 1] ?? { sex: 'F' as const, age: 50 };
    const code = region[0]
      .split(' ')
      .map((word) => word.slice(0, 3).toUpperCase())
      .join('');
    return normalSample({
      label: `DONOR${individual}_${code}`,
      individual,
      region,
      batch: 1 + (individual % 2),
      ...donor,
    });
  });
}

const GLIOMA_RNA: PlatformDesign = {
  words: 'RNA-seq',
  origin: 'EXT',
  technology: 'Sequencer',
  platform: 'Illumina HiSeq',
  uniqueIdentifier: 'SYMBOL',
  scale: 'log2(TPM+1)',
  share: 1,
  hasSingleHeader: false,
  groups: [
    {
      name: 'Primary',
      includes: (sample) => sample.Tumor_Occurrence === 'Primary',
      steps: ['OR', 'QN', 'BC'],
      analysis: {
        owner: 'Marit Solheim',
        analyst: 'Jonas Achterberg',
        creationDate: '2024-03-18',
        hasEmptyNetwork: true,
      },
    },
    {
      name: 'Recurrent',
      includes: (sample) => sample.Tumor_Occurrence === 'Recurrent',
      steps: ['OR'],
      analysis: null,
    },
  ],
};

const GLIOMA_ARRAY: PlatformDesign = {
  words: 'Agilent',
  origin: 'EXT',
  technology: 'Microarray',
  platform: 'Agilent 44K',
  uniqueIdentifier: 'ENTREZID',
  scale: 'log2',
  share: 0.9,
  hasSingleHeader: false,
  groups: [{ name: 'All', includes: () => true, steps: ['OR', 'QN'], analysis: null }],
};

const TWO_GROUPS: PlatformDesign = {
  words: '',
  origin: 'EXT',
  technology: 'Microarray',
  platform: 'Affymetrix U133A',
  uniqueIdentifier: 'SYMBOL',
  scale: 'log2',
  share: 1,
  hasSingleHeader: true,
  groups: [
    {
      name: 'Oligodendroglioma',
      includes: (sample) => sample.Disease === 'oligodendroglioma',
      steps: ['OR', 'QN'],
      analysis: {
        owner: 'Ines Caldeira',
        analyst: 'Ines Caldeira',
        creationDate: '2021-05-04',
        hasMangledNames: true,
      },
    },
    {
      name: 'Glioblastoma',
      includes: (sample) => sample.Disease === 'glioblastoma',
      steps: ['OR', 'QN'],
      analysis: {
        owner: 'Ines Caldeira',
        analyst: 'Jonas Achterberg',
        creationDate: '2020-11-23',
        isPrivate: true,
      },
    },
  ],
};

const NORMAL_REGIONS: PlatformDesign = {
  words: '',
  origin: 'RDP',
  technology: 'Sequencer',
  platform: 'Illumina NovaSeq',
  uniqueIdentifier: 'SYMBOL',
  scale: 'log2(TPM+1)',
  share: 1,
  hasSingleHeader: false,
  groups: [
    {
      name: 'All',
      includes: () => true,
      steps: ['OR', 'QN', 'BC'],
      analysis: { owner: 'Tobias Renneke', analyst: 'Marit Solheim', creationDate: '2022-09-12' },
    },
  ],
};

const STUDIES: readonly [CollectionDesign, ...CollectionDesign[]] = [
  {
    code: 'DEMO_GLIOMA',
    hasCompanions: true,
    title: 'Demo 2024 glioma',
    sampleCount: 140,
    makeSamples: gliomaSamples,
    platforms: [GLIOMA_RNA, GLIOMA_ARRAY],
  },
  {
    code: 'DEMO_U133A',
    title: 'Demo 2019 glioma array',
    sampleCount: 96,
    makeSamples: arraySamples,
    platforms: [TWO_GROUPS],
  },
  {
    code: 'DEMO_REGIONS',
    title: 'Demo 2022 normal brain regions',
    sampleCount: 98,
    makeSamples: regionSamples,
    platforms: [NORMAL_REGIONS],
  },
];

/** The studies in turn; after the third they repeat with a number after code and title. */
export function designCollections(count: number): CollectionDesign[] {
  return Array.from({ length: count }, (_, index) => {
    const study = STUDIES[index % STUDIES.length] ?? STUDIES[0];
    const round = 1 + Math.floor(index / STUDIES.length);
    if (round === 1) return study;
    return { ...study, code: `${study.code}_${round}`, title: `${study.title} ${round}` };
  });
}

/** Run ids look like a time of day; they name folders and files and have no order. */
export function runId(seed: number, name: string): string {
  const random = randomSource(seedOf(seed, `run ${name}`));
  return [random.integer(0, 23), random.integer(0, 59), random.integer(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
