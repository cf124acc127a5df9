/**
 * Folder names of covariation networks written by FindModules: the current form
 * `Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548`, and older forms without a feature count, with `mergeBy`, with a
 * signed topological overlap, or with `minMEcor`.
 */

/** Parameters of FindModules in a folder name; null if this form of name does not contain them. */
export interface NetworkName {
  similarity: string;
  overlap: string;
  /** threshold of similarity as written; absolute in portal names, relative in FindModules 0.99 names */
  signum: number;
  min_size: number;
  merge_by: 'ME' | 'CC' | 'minMEcor';
  merge_param: number;
  feature_count: number | null;
}

// Every group excludes the character after it, so non-matching names are refused in linear time.
const PATTERN = new RegExp(
  '^(?<similarity>Bicor|Pearson|Spearman|MI|Jaccard)-(?<overlap>None|TO|Pearson|Spearman|Bicor)' +
    '(?:_(?:signed|unsigned|none)_(?:min|mean|none))?' +
    '_signum(?<signum>-?[0-9.eE-]+)_minSize(?<minSize>[0-9]+)' +
    '_(?:(?:merge|mergeBy)_(?<rule>ME|CC)_(?<param>[0-9.]+)|minMEcor(?<minCor>[0-9.]+))' +
    '(?:_(?<features>[0-9]+))?$',
);

const MAX_NAME_LENGTH = 255;

/**
 * Parses the parameters of a covariation network from its folder name.
 * @returns null if the text is not a network name; never throws
 */
export function parseNetworkName(name: string): NetworkName | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const groups = PATTERN.exec(name)?.groups;
  if (groups === undefined) return null;
  const parsed: NetworkName = {
    similarity: groups.similarity ?? '',
    overlap: groups.overlap ?? '',
    signum: Number(groups.signum),
    min_size: Number(groups.minSize),
    merge_by: groups.rule === 'ME' || groups.rule === 'CC' ? groups.rule : 'minMEcor',
    merge_param: Number(groups.param ?? groups.minCor),
    feature_count: groups.features === undefined ? null : Number(groups.features),
  };
  const numbers = [parsed.signum, parsed.min_size, parsed.merge_param, parsed.feature_count ?? 0];
  return numbers.every(Number.isFinite) ? parsed : null;
}

/**
 * Restores the folder name from a column name mangled by R, if there is no folder to compare with (a network without
 * modules): `Bicor.None_signum0.7_...` becomes `Bicor-None_signum0.7_...`.
 * @returns the text unchanged if it does not become a network name
 */
export function restoreNetworkName(mangled: string): string {
  const restored = mangled.replace(/^([A-Za-z]+)\.([A-Za-z]+)_/, '$1-$2_').replace('_signum.', '_signum-');
  return parseNetworkName(restored) === null ? mangled : restored;
}

const COPY_MARK = /(?:[ _]-)?[ _]+(?:copy|kopie|copie|copia)(?:[ _]*\(?\d+\)?)?$|[ _]*\(\d+\)$/i;

/**
 * The intended network name of a misnamed folder: without the suffix of a copied folder, with underscores for blanks.
 * @returns null if the name is already correct or cannot be repaired
 */
export function repairNetworkName(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const repaired = name.trim().replace(COPY_MARK, '').trim().replaceAll(/ +/g, '_');
  return repaired !== name && parseNetworkName(repaired) !== null ? repaired : null;
}

/** `.663` for 0.663, with a true minus sign. */
function shortNumber(value: number): string {
  return String(value)
    .replace(/^(-?)0(?=\.)/, '$1')
    .replace('-', '−');
}

/**
 * What tells a network from the others of its analysis: `signum .663 · min 8`. Similarity, overlap and merging are named
 * if they are not the usual Bicor, None and ME .85. A name that is none of a network stays as it is.
 */
export function shortNetworkName(name: string): string {
  const parsed = parseNetworkName(name);
  if (parsed === null) return name;
  const { similarity, overlap, signum, min_size, merge_by, merge_param } = parsed;
  return [
    ...(similarity === 'Bicor' ? [] : [similarity]),
    ...(overlap === 'None' ? [] : [overlap]),
    `signum ${shortNumber(signum)}`,
    `min ${min_size}`,
    ...(merge_by === 'ME' && merge_param === 0.85 ? [] : [`merge ${merge_by} ${shortNumber(merge_param)}`]),
  ].join(' · ');
}
