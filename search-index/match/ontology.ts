/** Ontology terms and their descendants. Tables ontology, ontology_term, ontology_parent. */
import { rulesOf } from '@omicon/domain/query/query.ts';
import type { FieldRule } from '@omicon/domain/query/rules/field.ts';
import type { ParsedFilters } from '@omicon/domain/query/rules/rule-kinds.ts';
import { ontologyOf } from '@omicon/domain/records/samples/ontology-columns.ts';
import type { Client } from 'pg';
import { idColumnOf, type TermIds } from './samples.ts';

async function listBelow(client: Client, key: string, term: string): Promise<Set<string>> {
  const described = ontologyOf(key);
  if (described === null) return new Set();
  const { rows } = await client.query<{ term_id: string }>(
    `with recursive below as (
       select t.ontology_id, t.term_id from ontology_term t join ontology o on o.id = t.ontology_id
        where o.is_current and upper(o.name) = $1 and (upper(t.term_id) = upper($2) or lower(t.name) = lower($2))
       union
       select p.ontology_id, p.term_id from ontology_parent p
         join below b on b.ontology_id = p.ontology_id and b.term_id = p.parent_id
        where p.relation = any($3))
     select distinct term_id from below`,
    [described.ontology, term.trim(), described.relations],
  );
  return new Set(rows.map(({ term_id }) => term_id.toUpperCase()));
}

function keyOf(rule: FieldRule): string {
  return `${idColumnOf(rule.key)} ${String(rule.value).trim().toLowerCase()}`;
}

/** Cache of terms with their descendants, until the corpus changes. */
export class Ontologies {
  private readonly client: Client;
  private readonly cached = new Map<string, ReadonlySet<string>>();
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  async load(filters: ParsedFilters, version: number): Promise<TermIds> {
    if (version !== this.version) this.cached.clear();
    this.version = version;
    for (const rule of rulesOf(filters.sample)) {
      if (rule.operator === 'under' && !this.cached.has(keyOf(rule))) {
        this.cached.set(keyOf(rule), await listBelow(this.client, rule.key, String(rule.value)));
      }
    }
    return { get: (rule) => this.cached.get(keyOf(rule)) ?? new Set() };
  }
}
