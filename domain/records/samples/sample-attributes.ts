/** Names, order and default visibility of sample attributes in the treemap. */

/** Fixed order of attributes in the treemap, by display name; mutation flags and others follow. */
export const ATTRIBUTE_ORDER: readonly string[] = [
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
];

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

/** Display name, such as `Tumor Grade` for `Tumor_Grade`; files have underscores for blanks. */
export function displayAttribute(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The name as files have it, of a display name or of itself. */
export function attributeInFiles(name: string): string {
  return name.trim().replaceAll(' ', '_');
}

/** Whether an attribute is a mutation flag, such as `IDH1_Mut` or `IDH1_Mut_2`, but not its source column. */
export function isMutationFlag(name: string): boolean {
  return /_Mut(_[0-9]+)?$/.test(name);
}

/** Whether an attribute is shown by default (`NORMAL`) or can be added (`OPTIONAL`). */
export function treemapType(name: string): 'NORMAL' | 'OPTIONAL' {
  return DEFAULT_ATTRIBUTES.has(displayAttribute(name)) || isMutationFlag(name) ? 'NORMAL' : 'OPTIONAL';
}

function rank(name: string): number {
  const shown = displayAttribute(name);
  const index = ATTRIBUTE_ORDER.indexOf(shown);
  if (index >= 0) return index;
  if (isMutationFlag(name)) return ATTRIBUTE_ORDER.length;
  return ATTRIBUTE_ORDER.length + (shown.startsWith('Pheno') ? 1 : 2);
}

/** Sorts attribute names by the fixed order; mutation flags and the rest by name. Returns a new array. */
export function orderAttributes(names: readonly string[]): string[] {
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}
