/** Labels of the coded sample values in a query and in its results, for those who show them. */
import { type Query, rulesOf, valuesOf } from '@omicon/domain/query/query.ts';
import { RECURS } from '@omicon/domain/query/rules/recurs.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import type { Row } from '@omicon/search-index/kit/sorting.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { listValueLabels } from '../../../records/sample/value-labels.ts';

/** Columns of samples that are no sample attributes. */
const OTHER_COLUMNS: ReadonlySet<string> = new Set(['Data_Collection', 'Omicon_ID']);

/** Column of a group of the attribute that column `Trait` names, the same in all rows. */
const HIGHER_IN = 'Trait_higher_in';

interface Shown {
  query: Query;
  columns?: readonly string[];
  rows?: readonly Row[];
}

/** Every value shown, by the field of its rule or by its column. */
function valuesShown({ query, columns = [], rows = [] }: Shown): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  const add = (attribute: string, value: Row[string] | undefined) => {
    if (value === null || value === undefined || value === '') return;
    const values = shown.get(attribute) ?? new Set();
    shown.set(attribute, values.add(String(value)));
  };
  for (const rule of rulesOf(query.filters.sample))
    for (const value of valuesOf(rule)) add(rule.field, value);
  for (const rule of rulesOf(query.filters.modules))
    if (kindOf(rule, 'modules').kind === RECURS.kind)
      for (const value of valuesOf(rule)) add(RECURS.parse(rule).attribute, value);
  const attributes =
    query.result_type === 'samples' ? columns.filter((name) => !OTHER_COLUMNS.has(name)) : [];
  for (const row of rows) {
    for (const column of attributes) add(column, row[column]);
    if (typeof row.Trait === 'string') add(attributeInFiles(row.Trait), row[HIGHER_IN]);
  }
  return shown;
}

/** Part of a reply: nothing where no value has a label. One statement at most, as `listValueLabels`. */
export async function labelsShown(
  db: Db,
  shown: Shown,
): Promise<{ value_labels?: Record<string, ValueLabels> }> {
  const asked = [...valuesShown(shown)].map(([attribute, values]) => ({ attribute, values }));
  if (asked.length === 0) return {};
  const all = await listValueLabels(db, asked);
  const trait = shown.rows?.[0]?.Trait;
  if (typeof trait === 'string') all.set(HIGHER_IN, all.get(attributeInFiles(trait)) ?? {});
  const found = [...all].filter(([, labels]) => Object.keys(labels).length > 0);
  return found.length === 0 ? {} : { value_labels: Object.fromEntries(found) };
}
