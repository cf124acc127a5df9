import type { FileTree, OntologyRecord, OntologyTerm, Read, UnitOf } from '../records.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import { eachTextLine } from '../text/text-lines.ts';

/**
 * Reads the terms of an ontology in OBO 1.2 or 1.4 with their is_a and part_of parents. Other tags and stanzas are
 * skipped. The name of the ontology is the most frequent prefix of its term ids, as used in sample attributes.
 */
export async function readOntology(
  tree: FileTree,
  unit: UnitOf<'ontology'>,
  log = new ReadLog(),
): Promise<Read<OntologyRecord>> {
  const file = new FileReading(tree, unit.path, log);
  const terms: OntologyTerm[] = [];
  const ids = new Set<string>();
  let term: OntologyTerm | null = null;
  await eachTextLine(file, (text, line) => {
    const isStanza = text.startsWith('[');
    if (isStanza) {
      if (isWithoutId(term)) file.wrong(line, null, 'The term before this line has no id.');
      term =
        text.trim() === '[Term]'
          ? { term_id: '', name: '', is_a: [], part_of: [], is_obsolete: false }
          : null;
      if (term !== null) terms.push(term);
      return;
    }
    if (term === null) return;
    readTag(term, text);
    if (text.startsWith('id:')) {
      if (ids.has(term.term_id)) file.wrong(line, 'id', `The term ${quote(term.term_id)} appears twice.`);
      ids.add(term.term_id);
    }
  });
  if (isWithoutId(term)) file.wrong(null, null, 'The last term has no id.');
  if (terms.length === 0 && file.isFaultless) file.wrong(null, null, 'The file has no [Term].');
  for (const one of terms) {
    if (one.name === '' && !one.is_obsolete) one.name = one.term_id;
  }
  return file.result({ name: commonPrefix(terms), terms });
}

function isWithoutId(term: OntologyTerm | null): boolean {
  return term?.term_id === '';
}

const TAG = /^(id|name|is_a|relationship|is_obsolete):\s*(.*)$/;

function readTag(term: OntologyTerm, text: string): void {
  const [, tag, rest = ''] = TAG.exec(text) ?? [];
  const value = tag === 'name' ? rest.replaceAll(/\\(.)/g, '$1').trim() : withoutComment(rest);
  if (tag === 'id') term.term_id = value;
  else if (tag === 'name') term.name = value;
  else if (tag === 'is_a' && value !== '') term.is_a.push(value);
  else if (tag === 'is_obsolete') term.is_obsolete = value === 'true';
  else if (tag === 'relationship') {
    const [relation, parent] = value.split(/\s+/);
    const isPartOf = relation === 'part_of' || relation === 'BFO:0000050';
    if (isPartOf && parent !== undefined) term.part_of.push(parent);
  }
}

/** Removes a trailing modifier `{...}` and comment `! ...`. */
function withoutComment(value: string): string {
  const end = value.search(/\s[!{]/);
  return (end < 0 ? value : value.slice(0, end)).trim();
}

function commonPrefix(terms: OntologyTerm[]): string {
  const counts = new Map<string, number>();
  for (const { term_id } of terms) {
    const prefix = term_id.split(':')[0] ?? '';
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return (most?.[0] ?? '').toUpperCase();
}
