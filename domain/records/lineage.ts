/**
 * Titles and version codes of data sets: `Phillips 2006 GSE4271 EXT Primary OR QN` with `A.1.1.1`.
 * The title lists the operations that made the data set; the version code shows its position in the lineage.
 */

/** RDP: raw data processed by the laboratory; EXT: processed externally. */
export type SourceCode = 'RDP' | 'EXT';
/** OR outlier removal, QN quantile normalisation, BC batch correction. */
export type StepCode = 'OR' | 'QN' | 'BC';

export interface TitleParts {
  study: string;
  source: SourceCode;
  /** the samples chosen before the first step, e.g. `Tumor Cell Line`; null for all */
  group: string | null;
  steps: StepCode[];
}

export interface TitleAndVersion {
  title: string;
  version_code: string;
}

const VERSION_CODE = /^[A-Z]{1,2}(\.[0-9]{1,6})+$/;

/** Whether the text is a version code: a letter for the branch of the collection, then dotted numbers. */
export function isVersionCode(text: string): boolean {
  return VERSION_CODE.test(text);
}

function isStep(word: string): word is StepCode {
  return word === 'OR' || word === 'QN' || word === 'BC';
}

/**
 * Study, source, group and operation codes of a data set title, with or without its version code.
 * Steps are the codes at the end of the title, so a group or study may hold any other words.
 * @returns null if the title has neither RDP nor EXT
 */
export function parseTitle(title: string): TitleParts | null {
  const words = (splitTitle(title)?.title ?? title).trim().split(/\s+/);
  const at = words.findLastIndex((word) => word === 'RDP' || word === 'EXT');
  if (at < 0) return null;
  const after = words.slice(at + 1);
  const lastOther = after.findLastIndex((word) => !isStep(word));
  return {
    study: words.slice(0, at).join(' '),
    source: words[at] === 'RDP' ? 'RDP' : 'EXT',
    group: lastOther < 0 ? null : after.slice(0, lastOther + 1).join(' '),
    steps: after.slice(lastOther + 1).filter(isStep),
  };
}

/**
 * Operation codes of a data set title in the order in which they were applied, e.g. `['RDP', 'OR', 'QN']`.
 * @returns empty if the title has neither RDP nor EXT
 */
export function operationCodes(title: string): (SourceCode | StepCode)[] {
  const parts = parseTitle(title);
  return parts === null ? [] : [parts.source, ...parts.steps];
}

/** The transformation that made the data set: its last operation code; null when the title names none. */
export function lastTransformation(title: string): SourceCode | StepCode | null {
  return operationCodes(title).at(-1) ?? null;
}

/** Number of dotted numbers in a version code: 1 for a loaded data set, 0 if the text is not a version code. */
export function versionDepth(versionCode: string): number {
  return isVersionCode(versionCode) ? versionCode.split('.').length - 1 : 0;
}

/**
 * Version code of the data set this one was made from, in the same collection.
 * @returns null for a loaded data set (`A.1`) and for text that is not a version code
 */
export function parentVersionCode(versionCode: string): string | null {
  if (versionDepth(versionCode) < 2) return null;
  return versionCode.slice(0, versionCode.lastIndexOf('.'));
}

/**
 * Compares version codes so that parents come before children: by depth, then branch, then numbers.
 * @returns negative, zero or positive, for `Array.prototype.toSorted`
 */
export function compareVersionCodes(a: string, b: string): number {
  const byDepth = versionDepth(a) - versionDepth(b);
  if (byDepth !== 0) return byDepth;
  const [branchA = '', ...numbersA] = a.split('.');
  const [branchB = '', ...numbersB] = b.split('.');
  if (branchA !== branchB) return branchA < branchB ? -1 : 1;
  for (const [index, number] of numbersA.entries()) {
    const difference = Number(number) - Number(numbersB[index] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

/** Full name of a data set: title, space, version code. */
export function joinTitle({ title, version_code }: TitleAndVersion): string {
  return `${title} ${version_code}`;
}

/**
 * Title and version code of a data set's full name.
 * @returns null if the text does not end in a version code or has no title before it
 */
export function splitTitle(fullName: string): TitleAndVersion | null {
  const trimmed = fullName.trim();
  const at = trimmed.lastIndexOf(' ');
  const version_code = trimmed.slice(at + 1);
  const title = trimmed.slice(0, Math.max(at, 0)).trim();
  return title !== '' && isVersionCode(version_code) ? { title, version_code } : null;
}
