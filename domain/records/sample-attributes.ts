/** How sample attributes are named, ordered and shown in the treemap. */

/** Attributes of the treemap in their fixed order, by display name; mutation flags and the rest follow. */
export const ATTRIBUTE_ORDER = [
  'Organism',
  'NCBITAXON ID',
  'Individual',
  'Tissue',
  'UBERON ID',
  'Sample Type',
  'Sex',
  'Developmental Epoch',
  'Disease',
  'MONDO ID',
  'Tumor Grade',
  'Tumor Occurrence',
  'KPSI',
  'Neoadjuvant Treatment',
  'CIMP Status',
  'MGMT Status',
] as const;

const DEFAULT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'Organism',
  'Tissue',
  'Sample Type',
  'Sex',
  'Developmental Epoch',
  'Disease',
  'Tumor Grade',
  'Tumor Occurrence',
  'KPSI',
  'Neoadjuvant Treatment',
  'MGMT Status',
  'CIMP Status',
]);

/** `Tumor_Grade` -> `Tumor Grade`; the files write blanks as underscores. */
export function displayAttribute(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `IDH1_Mut`, `chr1p_Mut`, `IDH1_Mut_2`: a mutation flag, but not the column that tells its source. */
export function isMutationFlag(name: string): boolean {
  return /_Mut(_[0-9]+)?$/.test(name);
}

/** Shown at once (`NORMAL`) or offered to be added (`OPTIONAL`). */
export function treemapType(name: string): 'NORMAL' | 'OPTIONAL' {
  return DEFAULT_ATTRIBUTES.has(displayAttribute(name)) || isMutationFlag(name) ? 'NORMAL' : 'OPTIONAL';
}

function rank(name: string): number {
  const place = (ATTRIBUTE_ORDER as readonly string[]).indexOf(displayAttribute(name));
  if (place >= 0) return place;
  if (isMutationFlag(name)) return ATTRIBUTE_ORDER.length;
  return ATTRIBUTE_ORDER.length + (displayAttribute(name).startsWith('Pheno') ? 1 : 2);
}

/** Attribute names in the fixed order of the treemap; within mutation flags and the rest by name. A new array. */
export function orderAttributes(names: readonly string[]): string[] {
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}
