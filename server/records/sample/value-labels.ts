/**
 * Labels of coded values of sample attributes: terms of the current ontologies first, then definitions of attributes.
 */
import { isMutationFlag } from '@omicon/domain/records/samples/sample-attributes.ts';
import { isTermId, MUTATION_LABELS, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { containing } from '../lists/paging.ts';

export interface ValuesOfAttribute {
  attribute: string;
  /** null is NA and has no label */
  values: Iterable<string | null>;
}

interface LabelRow {
  /** normalized name of a defined attribute; null for a term */
  attribute: string | null;
  /** null for a defined attribute without labels */
  code: string | null;
  label: string | null;
}

/** Normalized name: `IDH1_Mut_2` is defined by `IDH1_Mut`; definitions have blanks where tables have underscores. */
export function definedName(attribute: string): string {
  const name = isMutationFlag(attribute) ? attribute.replace(/_[0-9]+$/, '') : attribute;
  return name.replaceAll(' ', '_').toLowerCase();
}

/** Primary key of ontology_term once for each current ontology; tens of rows of attribute_definition. */
async function listRows(
  db: Db,
  codes: readonly string[],
  attributes: readonly string[],
): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select null as attribute, t.term_id as code, t.name as label
      from ontology o join ontology_term t on t.ontology_id = o.id and t.term_id = any(${codes}::text[])
     where o.is_current
    union all
    select lower(replace(d.name, ' ', '_')), l.key, l.value
      from attribute_definition d left join lateral jsonb_each_text(d.value_labels) l on true
     where d.kind = 'sample' and d.deleted_at is null
       and lower(replace(d.name, ' ', '_')) = any(${attributes}::text[])`.execute(db);
  return rows;
}

/**
 * Values of a sample attribute whose labels contain the text, ignoring case. Index facet_attribute, then the primary
 * key of ontology_term once for each value and current ontology.
 */
export async function listLabelledValues(
  db: Db,
  { attribute, search }: { attribute: string; search: string },
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct t.term_id as value
      from facet f join ontology_term t on t.term_id = f.value
      join ontology o on o.id = t.ontology_id and o.is_current
     where f.attribute = ${attribute} and t.name ilike ${containing(search)}`.execute(db);
  const labels = await listDefinedLabels(db, attribute);
  const wanted = search.toLowerCase();
  const codes = labels.flatMap(({ code, label }) =>
    code !== null && label?.toLowerCase().includes(wanted) ? [code] : [],
  );
  return [...new Set([...rows.map(({ value }) => value), ...codes])];
}

/**
 * Values of a sample attribute that have one of these labels, by the label in lower case. Index ontology_term_name once
 * for each current ontology, then facet_attribute.
 */
export async function listValuesOfLabels(
  db: Db,
  { attribute, labels }: { attribute: string; labels: readonly string[] },
): Promise<Map<string, string[]>> {
  const wanted = new Set(labels.map((label) => label.trim().toLowerCase()));
  const { rows } = await sql<{ code: string; label: string }>`
    select t.term_id as code, t.name as label
      from ontology o join ontology_term t on t.ontology_id = o.id and lower(t.name) = any(${[...wanted]}::text[])
     where o.is_current
       and exists (select 1 from facet f where f.attribute = ${attribute} and f.value = t.term_id)`.execute(
    db,
  );
  const values = new Map<string, string[]>();
  for (const { code, label } of [...rows, ...(await listDefinedLabels(db, attribute))]) {
    const key = label?.toLowerCase() ?? '';
    if (code !== null && wanted.has(key)) values.set(key, [...new Set([...(values.get(key) ?? []), code])]);
  }
  return values;
}

/** Codes and labels of the attribute's definition; undefined mutation flags have those of mutation flags. */
async function listDefinedLabels(db: Db, attribute: string): Promise<Pick<LabelRow, 'code' | 'label'>[]> {
  const defined = await listRows(db, [], [definedName(attribute)]);
  return defined.length > 0 ? defined : isMutationFlag(attribute) ? defaultLabels() : [];
}

function defaultLabels(): Pick<LabelRow, 'code' | 'label'>[] {
  return Object.entries(MUTATION_LABELS).map(([code, label]) => ({ code, label }));
}

/**
 * Labels of the given values, by attribute, in one statement. Attributes without labels have an empty record. Undefined
 * mutation flags get the default labels of mutation flags.
 */
export async function listValueLabels(
  db: Db,
  asked: readonly ValuesOfAttribute[],
): Promise<Map<string, ValueLabels>> {
  const listed = asked.map(({ attribute, values }) => ({ attribute, values: [...new Set(values)] }));
  const codes = new Set(
    listed.flatMap(({ values }) => values.filter((value) => value !== null)).filter(isTermId),
  );
  const names = new Set(listed.map(({ attribute }) => definedName(attribute)));
  const rows = names.size === 0 ? [] : await listRows(db, [...codes], [...names]);
  const terms = new Map<string, string>();
  const definitions = new Map<string, Map<string, string>>();
  for (const { attribute, code, label } of rows) {
    if (attribute !== null && !definitions.has(attribute)) definitions.set(attribute, new Map());
    const into = attribute === null ? terms : definitions.get(attribute);
    if (code !== null && label !== null) into?.set(code, label);
  }
  const shipped = new Map(Object.entries(MUTATION_LABELS));
  return new Map(
    listed.map(({ attribute, values }) => {
      const defined = definitions.get(definedName(attribute)) ?? (isMutationFlag(attribute) ? shipped : null);
      const labels = values.flatMap((value) => {
        const label = value === null ? undefined : (terms.get(value) ?? defined?.get(value));
        return value === null || label === undefined ? [] : [[value, label] as const];
      });
      return [attribute, Object.fromEntries(labels)];
    }),
  );
}
