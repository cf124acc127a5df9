import { type RandomSource, randomSource, seedOf } from '../kit/random.ts';

/** One specimen of the demo laboratory. Fields are the columns of its sample attribute file; `null` is NA. */
export interface DemoSample {
  Label: string;
  Original_Label: string;
  Organism: string;
  NCBITAXON_ID: string;
  Individual: number;
  Sampling_Strategy: string;
  Tissue: string;
  UBERON_ID: string;
  Sample_Type: string;
  Sex: 'M' | 'F' | null;
  Age: number | null;
  Developmental_Epoch: string | null;
  Disease: string;
  MONDO_ID: string | null;
  Tumor_Grade: number | null;
  Tumor_Occurrence: string | null;
  KPSI: number | null;
  MGMT_Status: string | null;
  CIMP_Status: string | null;
  IDH1_Mut: string | null;
  IDH2_Mut: string | null;
  TP53_Mut: string | null;
  chr1p_Mut: string | null;
  chr19q_Mut: string | null;
  Batch: number;
  /** of collections with follow-up */
  Survival_Days?: number;
  Vital_Status?: 'Dead' | 'Alive';
}

/** Codes of the laboratory: mutated IDH1 and IDH2 (NCIT), gain and loss of a chromosome arm (SO). */
const MUTATED = 'NCIT:C172343';
const IDH2_MUTATED = 'NCIT:C172344';
const LOSS = 'SO:0001743';
const WILD_TYPE = 'WT';

const LOBES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['frontal lobe', 'UBERON:0016525'],
  ['temporal lobe', 'UBERON:0001871'],
  ['parietal lobe', 'UBERON:0001872'],
  ['occipital lobe', 'UBERON:0002021'],
  ['brain', 'UBERON:0000955'],
];

/** Regions of the study of normal brain, by name and UBERON identifier. */
export const REGIONS = [
  ['frontal lobe', 'UBERON:0016525'],
  ['temporal lobe', 'UBERON:0001871'],
  ['parietal lobe', 'UBERON:0001872'],
  ['occipital lobe', 'UBERON:0002021'],
  ['caudate nucleus', 'UBERON:0001873'],
  ['cerebellum', 'UBERON:0002037'],
  ['brainstem', 'UBERON:0002298'],
] as const;

export type Tumor = 'glioblastoma' | 'astrocytoma (excluding glioblastoma)' | 'oligodendroglioma';

const MONDO_IDS: Record<Tumor, string> = {
  glioblastoma: 'MONDO:0018177',
  'astrocytoma (excluding glioblastoma)': 'MONDO:0019781',
  oligodendroglioma: 'MONDO:0016695',
};

/** Median ages at diagnosis differ: about 60 years in glioblastoma, 40 in the lower grades. */
const MEAN_AGES: Record<Tumor, number> = {
  glioblastoma: 60,
  'astrocytoma (excluding glioblastoma)': 39,
  oligodendroglioma: 43,
};

function unlessUnknown<T>(random: RandomSource, share: number, value: T): T | null {
  return random.chance(share) ? null : value;
}

/** Genotype by disease: codeletion defines oligodendroglioma, IDH mutation the lower grades. */
function genotypeOf(disease: Tumor, random: RandomSource) {
  const isOligodendroglioma = disease === 'oligodendroglioma';
  const isIdhMutated = disease === 'glioblastoma' ? random.chance(0.07) : random.chance(0.93);
  // In one of eight IDH-mutated oligodendrogliomas the mutation is in IDH2.
  const isIdh2 = isIdhMutated && isOligodendroglioma && random.chance(0.12);
  const hasCodeletion = isOligodendroglioma && random.chance(0.92);
  return {
    MGMT_Status: unlessUnknown(
      random,
      0.15,
      random.chance(isIdhMutated ? 0.85 : 0.45) ? 'Methylated' : 'Unmethylated',
    ),
    CIMP_Status: unlessUnknown(random, 0.1, isIdhMutated ? 'G-CIMP' : 'NON G-CIMP'),
    IDH1_Mut: isIdhMutated && !isIdh2 ? MUTATED : WILD_TYPE,
    IDH2_Mut: isIdh2 ? IDH2_MUTATED : WILD_TYPE,
    TP53_Mut: unlessUnknown(
      random,
      0.08,
      random.chance(isOligodendroglioma ? 0.08 : 0.55) ? MUTATED : WILD_TYPE,
    ),
    chr1p_Mut: unlessUnknown(random, 0.05, hasCodeletion ? LOSS : WILD_TYPE),
    chr19q_Mut: unlessUnknown(random, 0.05, hasCodeletion ? LOSS : WILD_TYPE),
  };
}

/** Required properties of a tumour sample; the rest is random. */
export interface TumorRequest {
  label: string;
  individual: number;
  disease: Tumor;
  occurrence: 'Primary' | 'Recurrent';
  batch: number;
}

/** One adult glioma sample with its clinical facts. */
export function tumorSample(request: TumorRequest, random: RandomSource): DemoSample {
  const [tissue, uberonId] = random.pick(LOBES);
  const age = Math.round(Math.min(86, Math.max(19, MEAN_AGES[request.disease] + 11 * random.normal())));
  const isKnownAge = request.occurrence === 'Primary' || !random.chance(0.2);
  return {
    Label: request.label,
    Original_Label: `${request.label}-R${request.batch}`,
    Organism: 'Homo sapiens',
    NCBITAXON_ID: 'NCBITAXON:9606',
    Individual: request.individual,
    Sampling_Strategy: 'Bulk',
    Tissue: tissue,
    UBERON_ID: uberonId,
    Sample_Type: 'Tumor',
    Sex: random.chance(0.57) ? 'M' : 'F',
    Age: isKnownAge ? age : null,
    Developmental_Epoch: isKnownAge ? 'Adult' : null,
    Disease: request.disease,
    MONDO_ID: MONDO_IDS[request.disease],
    Tumor_Grade: request.disease === 'glioblastoma' ? 4 : random.chance(0.55) ? 2 : 3,
    Tumor_Occurrence: request.occurrence,
    KPSI: unlessUnknown(random, 0.3, 10 * random.integer(6, 10)),
    ...genotypeOf(request.disease, random),
    Batch: request.batch,
  };
}

/** Median survival by grade, in days: about 15 months in glioblastoma, years in the lower grades. */
const MEDIAN_DAYS: Readonly<Record<number, number>> = { 2: 2600, 3: 1400, 4: 450 };

/** The sample with the follow-up of its individual, the same for all samples of the individual. */
export function withFollowUp(sample: DemoSample): DemoSample {
  const random = randomSource(seedOf(sample.Individual, 'follow-up'));
  const median = MEDIAN_DAYS[sample.Tumor_Grade ?? 4] ?? 450;
  const died = Math.round((-Math.log(1 - random.uniform()) * median) / Math.LN2);
  const seen = random.integer(200, 2500);
  return {
    ...sample,
    Survival_Days: Math.max(1, Math.min(died, seen)),
    Vital_Status: died <= seen ? 'Dead' : 'Alive',
  };
}

/** Required properties of a sample of normal brain. */
export interface NormalRequest {
  label: string;
  individual: number;
  region: readonly [string, string];
  sex: 'M' | 'F';
  age: number;
  batch: number;
}

/** One sample of normal adult brain. Tumour columns are NA. */
export function normalSample(request: NormalRequest): DemoSample {
  const [tissue, uberonId] = request.region;
  return {
    Label: request.label,
    Original_Label: `${request.label}-R${request.batch}`,
    Organism: 'Homo sapiens',
    NCBITAXON_ID: 'NCBITAXON:9606',
    Individual: request.individual,
    Sampling_Strategy: 'Bulk',
    Tissue: tissue,
    UBERON_ID: uberonId,
    Sample_Type: 'Normal',
    Sex: request.sex,
    Age: request.age,
    Developmental_Epoch: 'Adult',
    Disease: 'Normal',
    MONDO_ID: null,
    Tumor_Grade: null,
    Tumor_Occurrence: null,
    KPSI: null,
    MGMT_Status: null,
    CIMP_Status: null,
    IDH1_Mut: null,
    IDH2_Mut: null,
    TP53_Mut: null,
    chr1p_Mut: null,
    chr19q_Mut: null,
    Batch: request.batch,
  };
}
