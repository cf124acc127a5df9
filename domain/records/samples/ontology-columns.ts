/** Sample attributes that an ontology describes: one column has the names of its terms, another their ids. */

export interface OntologyColumn {
  ontology: string;
  /** key of the column that holds ids */
  idColumn: string;
  /** what makes a term a kind of another; parts of an organ are below it in UBERON */
  relations: readonly ('is_a' | 'part_of')[];
}

const ONTOLOGIES = {
  mondo: { ontology: 'MONDO', relations: ['is_a'] },
  uberon: { ontology: 'UBERON', relations: ['is_a', 'part_of'] },
  ncbitaxon: { ontology: 'NCBITAXON', relations: ['is_a'] },
} as const;

const NAMED: ReadonlyMap<string, keyof typeof ONTOLOGIES> = new Map([
  ['disease', 'mondo'],
  ['tissue', 'uberon'],
  ['organism', 'ncbitaxon'],
]);

const ID_COLUMN = /(?:^|_)(mondo|uberon|ncbitaxon)_id$/;

/** Whether a column, by its key, holds ids of an ontology. */
export function holdsTermIds(key: string): boolean {
  return ID_COLUMN.test(key);
}

/** The ontology of a column of names or ids, by its key; null if none describes it. */
export function ontologyOf(key: string): OntologyColumn | null {
  const named = NAMED.get(key);
  if (named !== undefined) return { ...ONTOLOGIES[named], idColumn: `${named}_id` };
  const [, name] = ID_COLUMN.exec(key) ?? [];
  return name === 'mondo' || name === 'uberon' || name === 'ncbitaxon'
    ? { ...ONTOLOGIES[name], idColumn: key }
    : null;
}
