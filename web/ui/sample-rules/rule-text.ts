/** Rules that choose samples, in an address: plain text that a person can read and edit. */

export interface SampleRule {
  attribute: string;
  /** a sample must have one of these; null means NA */
  values: (string | null)[];
}

/** Limits of the calls. */
const [MAX_RULES, MAX_VALUES] = [10, 100];

export function encodePart(text: string): string {
  return text.replaceAll(/[%;:,@]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function decodePart(text: string): string {
  return text.replaceAll(/%(25|3A|3B|2C|40)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Rules as `Tumor_Grade:3,4;Sex:F`; an empty value means NA. Null without rules. */
export function writeRules(rules: readonly SampleRule[]): string | null {
  const parts = rules.map(
    ({ attribute, values }) =>
      `${encodePart(attribute)}:${values.map((value) => encodePart(value ?? '')).join(',')}`,
  );
  return parts.length === 0 ? null : parts.join(';');
}

/** The rules of an address. */
export function readRules(text: string): SampleRule[] {
  const rules = new Map<string, (string | null)[]>();
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon <= 0) continue;
    const values = part
      .slice(colon + 1)
      .split(',')
      .map((value) => (value === '' ? null : decodePart(value)));
    rules.set(decodePart(part.slice(0, colon)), [...new Set(values)].slice(0, MAX_VALUES));
  }
  return [...rules].slice(0, MAX_RULES).map(([attribute, values]) => ({ attribute, values }));
}

/** The rules with other values of one attribute; without values the rule goes. */
export function withValues(rules: readonly SampleRule[], { attribute, values }: SampleRule): SampleRule[] {
  const has = rules.some((rule) => rule.attribute === attribute);
  const changed = has
    ? rules.map((rule) => (rule.attribute === attribute ? { attribute, values } : rule))
    : [...rules, { attribute, values }];
  return changed.filter((rule) => rule.values.length > 0);
}
