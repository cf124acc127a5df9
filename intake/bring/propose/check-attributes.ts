/** Findings about the attributes of samples: personal data, names that cannot be stored, and batches. */
import type { AttributeMap, DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import { quote } from '../../text/read-log.ts';
import { finding } from './finding.ts';
import type { Layout } from './layout.ts';
import { attributeValue, countValues, sheetCells } from './sheet.ts';

/** Characters of a cell in which personal data are looked for. */
const LOOKED_AT = 300;
const EMAIL = /(?:^|[\s<(:;,])[^\s@<(:;,]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}\b/i;
const FULL_NAME = /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}\p{Ll}{1,20}(?:[ -]\p{Lu}[\p{Ll}.]{0,20}){1,3}$/u;
const LAST_FIRST = /^\p{Lu}[\p{L}'-]{1,25}, ?\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\.?)?$/u;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/;
const OF_PERSONS = /name|patient|subject|donor|participant|physician|surgeon|doctor/;
const NAME_TITLE =
  /^(?:(?:patient|subject|donor|first|last|family|given|full|middle|sur|maiden)[_ ]?name|surname|initials)s?$/;
const BIRTH_TITLE = /(?:^|_)(?:dob|birth|birthday|birth_?date|date_of_birth|geburtsdatum)(?:_|$)/;
const RECORD_TITLE =
  /(?:^|_)(?:mrn|ssn|social_security(?:_number)?|medical_record(?:_number)?|hospital_(?:number|no|id)|insurance_(?:number|no|id)|nhs_(?:number|no))(?:_|$)/;

/** Half of the values at least look like names, and most differ: the names of tissues repeat. */
function areNames(title: string, values: ReadonlyMap<string, number>): boolean {
  const all = [...values.keys()];
  if (NAME_TITLE.test(title)) return all.some((value) => /\p{L}{2}/u.test(value.slice(0, LOOKED_AT)));
  const samples = [...values.values()].reduce((sum, count) => sum + count, 0);
  if (all.length < 3 || all.length < samples / 2) return false;
  const short = all.filter((value) => value.length <= 80);
  const lastFirst = short.filter((value) => LAST_FIRST.test(value)).length;
  const full = OF_PERSONS.test(title) ? short.filter((value) => FULL_NAME.test(value)).length : 0;
  return Math.max(lastFirst, full) >= all.length / 2;
}

/** What of a person a column seems to have. */
function personalData(column: string, values: ReadonlyMap<string, number>): { key: string; what: string }[] {
  const title = column
    .slice(0, LOOKED_AT)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  const all = [...values.keys()].map((value) => value.slice(0, LOOKED_AT));
  const found: { key: string; what: string }[] = [];
  if (all.length === 0) return found;
  if (areNames(title, values)) found.push({ key: 'names_of_people', what: 'names of people' });
  if (all.some((value) => value.includes('@') && EMAIL.test(value)))
    found.push({ key: 'emails', what: 'e-mail addresses' });
  if (BIRTH_TITLE.test(title) && all.some((value) => DATE.test(value) || /^\d{8}$/.test(value)))
    found.push({ key: 'birth_dates', what: 'dates of birth' });
  if (RECORD_TITLE.test(title)) found.push({ key: 'record_numbers', what: 'medical record numbers' });
  return found;
}

interface KeptAttribute {
  attribute: AttributeMap;
  /** value by sample of the values; null if missing */
  values: (string | null)[];
}

/** Values of the kept attributes, for each sample of the values. */
export function keptAttributes(
  layout: Layout,
  map: DataMap,
  rows: readonly (number | null)[],
): KeptAttribute[] {
  const { sheet } = layout;
  if (sheet === null) return [];
  return map.attributes.flatMap((attribute): KeptAttribute[] => {
    const at = sheet.columns.indexOf(attribute.column);
    if (!attribute.is_kept || at < 0) return [];
    const cells = rows.map((row) => (row === null ? null : (sheetCells(sheet, at, [row])[0] ?? null)));
    return [{ attribute, values: cells.map((cell) => attributeValue(cell, attribute)) }];
  });
}

function personalFindings(kept: readonly KeptAttribute[], file: string): Finding[] {
  return kept.flatMap(({ attribute: { column }, values }) =>
    personalData(column, countValues(values)).map(({ key, what }) =>
      finding('confirm', `${key}:${column}`, {
        file,
        column,
        sentence: `${quote(column)} seems to have ${what}. Do not keep it, or confirm that it may be stored.`,
      }),
    ),
  );
}

function nameFindings(kept: readonly KeptAttribute[], file: string): Finding[] {
  const seen = new Set(['index', 'label']);
  return kept.flatMap(({ attribute: { name, column } }) => {
    const key = attributeInFiles(name).toLowerCase();
    const isTaken = seen.has(key) || key === '';
    seen.add(key);
    if (!isTaken) return [];
    const sentence = `${quote(name)} is the name of another attribute; name ${quote(column)} otherwise.`;
    return [finding('refused', `repeated_name:${column}`, { file, column, sentence })];
  });
}

/** Whether each value of one attribute has a single value of the other; samples without either do not count. */
function determines(of: KeptAttribute, other: KeptAttribute): boolean {
  const known = new Map<string, string>();
  let repeats = 0;
  for (const [at, value] of of.values.entries()) {
    const second = other.values[at] ?? null;
    if (value === null || second === null) continue;
    const before = known.get(value);
    if (before !== undefined && before !== second) return false;
    if (before !== undefined) repeats += 1;
    known.set(value, second);
  }
  return repeats > 0 && known.size > 1 && new Set(known.values()).size > 1;
}

/** Attributes whose effect cannot be told from that of a batch: correcting the batch would remove them. */
function batchFindings(kept: readonly KeptAttribute[], file: string): Finding[] {
  const batches = kept.filter(({ attribute }) => attribute.role === 'batch');
  return batches.flatMap((batch) =>
    kept.flatMap((other) => {
      const { column, role } = other.attribute;
      if (role !== null || !(determines(batch, other) || determines(other, batch))) return [];
      const sentence = `${quote(batch.attribute.column)} and ${quote(column)} cannot be told apart: one determines the other. Correcting the batch would remove differences of ${quote(column)}.`;
      return [finding('warning', `batch:${column}`, { file, column, sentence })];
    }),
  );
}

/** Codes whose meaning the file does not say are stored as they are. */
function codeFindings(kept: readonly KeptAttribute[], file: string): Finding[] {
  return kept.flatMap(({ attribute: { name, column }, values }) => {
    const codes = [...countValues(values).keys()];
    if (name !== 'Sex' || codes.length === 0 || !codes.every((code) => /^[0-2]$/.test(code))) return [];
    const sentence = `${quote(column)} has the codes ${codes.toSorted().join(' and ')}; the files do not say which is female. Write F and M in the map if you know.`;
    return [finding('warning', `codes:${column}`, { file, column, sentence })];
  });
}

/** All findings about the attributes that are kept. */
export function checkAttributes(layout: Layout, map: DataMap, rows: readonly (number | null)[]): Finding[] {
  const kept = keptAttributes(layout, map, rows);
  const file = layout.sheet?.file ?? '';
  return [
    ...personalFindings(kept, file),
    ...nameFindings(kept, file),
    ...batchFindings(kept, file),
    ...codeFindings(kept, file),
  ];
}
