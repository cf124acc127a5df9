/** How the treemap's state is written in an address: plain text that a person can read and change. */

export interface SelectedValue {
  attribute: string;
  /** null is NA */
  value: string | null;
}

/** Limits of the call. */
const MOST_SELECTED = 50;
const MOST_NAMES = 100;
const LONGEST_NAME = 200;
const LONGEST_VALUE = 2000;

function encodePart(text: string): string {
  return text.replaceAll(/[%;:]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodePart(text: string): string {
  return text.replaceAll(/%(25|3A|3B)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** `Sex;Tumor_Grade` of a list of attribute names. */
export function writeNames(names: readonly string[]): string {
  return names.map(encodePart).join(';');
}

/** Attribute names of an address, each once and as many as the call takes. */
export function readNames(text: string): string[] {
  const names = text
    .split(';')
    .map(decodePart)
    .filter((name) => name !== '' && name.length <= LONGEST_NAME);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

/** `Sex:F;CIMP_Status` of selected values; an attribute without a value means NA. */
export function writeSelection(selection: readonly SelectedValue[]): string {
  return selection
    .map(({ attribute, value }) =>
      value === null ? encodePart(attribute) : `${encodePart(attribute)}:${encodePart(value)}`,
    )
    .join(';');
}

/** Selected values of an address, one for each attribute; the last one counts. */
export function readSelection(text: string): SelectedValue[] {
  const byAttribute = new Map<string, string | null>();
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    const attribute = decodePart(colon < 0 ? part : part.slice(0, colon));
    const value = colon < 0 ? null : decodePart(part.slice(colon + 1));
    if (attribute === '' || attribute.length > LONGEST_NAME || (value ?? '').length > LONGEST_VALUE) continue;
    byAttribute.set(attribute, value);
  }
  return [...byAttribute].slice(0, MOST_SELECTED).map(([attribute, value]) => ({ attribute, value }));
}

/** The selection after a click on a value: chosen, put in place of another of its attribute, or taken back. */
export function toggleValue(
  selection: readonly SelectedValue[],
  { attribute, value }: SelectedValue,
): SelectedValue[] {
  const held = selection.find((chosen) => chosen.attribute === attribute);
  const others = selection.filter((chosen) => chosen.attribute !== attribute);
  return held !== undefined && held.value === value ? others : [...others, { attribute, value }];
}
