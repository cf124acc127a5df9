/** The treemap's state in an address, as plain text that a person can read and edit. */

export interface SelectedValue {
  attribute: string;
  /** null means NA */
  value: string | null;
}

/** Limits of the call. */
const MAX_SELECTED = 50;
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 200;
const MAX_VALUE_LENGTH = 2000;

function encodePart(text: string): string {
  return text.replaceAll(/[%;:]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodePart(text: string): string {
  return text.replaceAll(/%(25|3A|3B)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A list of attribute names as `Sex;Tumor_Grade`. */
export function writeNames(names: readonly string[]): string {
  return names.map(encodePart).join(';');
}

/** Attribute names from an address, without duplicates and up to the limit of the call. */
export function readNames(text: string): string[] {
  const names = text
    .split(';')
    .map(decodePart)
    .filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** Selected values as `Sex:F;CIMP_Status`; an attribute without a value means NA. */
export function writeSelection(selection: readonly SelectedValue[]): string {
  return selection
    .map(({ attribute, value }) =>
      value === null ? encodePart(attribute) : `${encodePart(attribute)}:${encodePart(value)}`,
    )
    .join(';');
}

/** Selected values from an address, one per attribute; the last one wins. */
export function readSelection(text: string): SelectedValue[] {
  const byAttribute = new Map<string, string | null>();
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    const attribute = decodePart(colon < 0 ? part : part.slice(0, colon));
    const value = colon < 0 ? null : decodePart(part.slice(colon + 1));
    if (attribute === '' || attribute.length > MAX_NAME_LENGTH || (value ?? '').length > MAX_VALUE_LENGTH)
      continue;
    byAttribute.set(attribute, value);
  }
  return [...byAttribute].slice(0, MAX_SELECTED).map(([attribute, value]) => ({ attribute, value }));
}

/** The selection after a click on a value: selected, replacing another of its attribute, or deselected. */
export function toggleValue(
  selection: readonly SelectedValue[],
  { attribute, value }: SelectedValue,
): SelectedValue[] {
  const held = selection.find((chosen) => chosen.attribute === attribute);
  const others = selection.filter((chosen) => chosen.attribute !== attribute);
  return held !== undefined && held.value === value ? others : [...others, { attribute, value }];
}
