/** Which modules of a consensus are independent of each other: guards against counting the same samples twice. */
import type { LEFT_OUT_REASONS } from '@omicon/contract/areas/consensus.ts';

type Reason = (typeof LEFT_OUT_REASONS)[number];

export interface ChosenModule {
  /** number of the module */
  number: number;
  data_set_number: number;
  data_set_title: string;
  collection_number: number;
  /** version code of the data set, such as A.1.1.2: its first part is a branch of the collection */
  ds_version: string;
  sample_labels: readonly string[];
  /** values of the attribute Individual in the data set; empty where it has none, or may not be read */
  individuals: readonly string[];
  hasKme: boolean;
}

export interface Judged {
  left_out: Reason | null;
  /** title of the data set that counts instead */
  because_of: string | null;
  /** titles of data sets of other branches with some of the same samples */
  shares_samples_with: string[];
  /** titles of data sets with other samples of some of the same individuals */
  shares_individuals_with: string[];
}

/** With three samples or fewer the weight of a module is 0. */
const MAX_USELESS_SAMPLES = 3;

function branchOf({ collection_number, ds_version }: ChosenModule): string {
  return `${collection_number} ${ds_version.split('.')[0]}`;
}

/** Labels and individuals mean the same only within one data collection. */
function share(a: ChosenModule, b: ChosenModule, what: 'sample_labels' | 'individuals'): boolean {
  if (a.collection_number !== b.collection_number) return false;
  const ofA = new Set(a[what]);
  return b[what].some((each) => ofA.has(each));
}

const shareSamples = (a: ChosenModule, b: ChosenModule) => share(a, b, 'sample_labels');
const shareIndividuals = (a: ChosenModule, b: ChosenModule) =>
  !shareSamples(a, b) && share(a, b, 'individuals');

function judgement(left_out: Reason | null, because_of: string | null = null): Judged {
  return { left_out, because_of, shares_samples_with: [], shares_individuals_with: [] };
}

export const NOT_READABLE = judgement('not readable');

/** Steps of processing behind a data set. */
function stepsOf({ ds_version }: ChosenModule): number {
  return ds_version.split('.').length;
}

/**
 * Judges modules in the order given; `null` is a module that the caller may not read. Of a data set the first module
 * counts; of data sets of one branch that share samples, the one that was processed furthest, as they are not
 * independent. Data sets of other branches with the same samples, such as two technologies, and data sets with other
 * samples of the same individuals, such as recurrent tumours, all count and are named.
 */
export function judgeModules(modules: readonly (ChosenModule | null)[]): Judged[] {
  const judged = modules.map(() => NOT_READABLE);
  const leaveOut = (at: number, left_out: Reason, because_of: string | null = null) => {
    judged[at] = judgement(left_out, because_of);
  };
  const counting: { at: number; module: ChosenModule }[] = [];
  const seen = new Set<number>();
  for (const [at, module] of modules.entries()) {
    if (module === null) continue;
    if (seen.has(module.number)) leaveOut(at, 'chosen twice');
    else if (!module.hasKme) leaveOut(at, 'no kME');
    else if (module.sample_labels.length <= MAX_USELESS_SAMPLES) leaveOut(at, 'too few samples');
    else {
      const same = counting.find((other) => other.module.data_set_number === module.data_set_number);
      if (same === undefined) counting.push({ at, module });
      else leaveOut(at, 'same data set', module.data_set_title);
    }
    seen.add(module.number);
  }
  const byProgress = counting.toSorted(
    (a, b) => stepsOf(b.module) - stepsOf(a.module) || b.module.data_set_number - a.module.data_set_number,
  );
  const kept: typeof counting = [];
  for (const each of byProgress) {
    const further = kept.find(
      ({ module }) => branchOf(module) === branchOf(each.module) && shareSamples(module, each.module),
    );
    if (further === undefined) kept.push(each);
    else leaveOut(each.at, 'same samples', further.module.data_set_title);
  }
  for (const { at, module } of kept) {
    const titlesWith = (shares: typeof shareSamples) =>
      kept
        .filter((other) => other.at !== at && shares(module, other.module))
        .map((other) => other.module.data_set_title);
    judged[at] = {
      ...judgement(null),
      shares_samples_with: titlesWith(shareSamples),
      shares_individuals_with: titlesWith(shareIndividuals),
    };
  }
  return judged;
}
