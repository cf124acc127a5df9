import { checkColumnNames, eachRow, eachTableRow } from './csv-rows.ts';
import { findSetColumns, readSetHead, type SetColumns } from './gene-set-head.ts';
import { FileReading, quote, ReadLog } from './read-log.ts';
import type { EnrichmentSet, FileTree, GeneSetRecord, Read, UnitOf } from './records.ts';
import { eachTextLine } from './text-lines.ts';

/**
 * Gene sets of a legend with one file per set, or of a GMT file. Members are cleaned and come once each, in file
 * order, in the spelling of the file. Sets without any gene are left out.
 */
export async function readGeneSets(
  tree: FileTree,
  unit: UnitOf<'gene-sets'>,
  log = new ReadLog(),
): Promise<Read<GeneSetRecord[]>> {
  if (unit.gmt !== null) return readGmt(new FileReading(tree, unit.gmt, log));
  const before = log.count;
  const sets: GeneSetRecord[] = [];
  if (unit.legend === null) return { record: null, faults: log.faults(), emptied: 0 };
  const legend = await readLegend(new FileReading(tree, unit.legend, log));
  let emptied = legend.emptied;
  const files = new Set(unit.files);
  for (const set of legend.record ?? []) {
    const path = `${unit.folder}/${set.set_id}.csv`.replace(/^\//, '');
    if (!files.delete(path)) {
      const sentence = `The genes of the set ${quote(set.set_id)} are missing.`;
      log.add({ kind: 'missing', file: path, line: null, column: null, sentence });
      continue;
    }
    const members = await readMembers(new FileReading(tree, path, log));
    emptied += members.emptied;
    if (members.record !== null && members.record.length > 0) sets.push({ ...set, genes: members.record });
  }
  files.delete(unit.legend);
  for (const path of legend.record === null ? [] : files) {
    new FileReading(tree, path, log).wrong(null, null, 'The legend has no set of this name.');
  }
  return { record: log.count === before ? sets : null, faults: log.faults(), emptied };
}

/** Rows of the legend; an id given twice is a fault. */
export async function readLegend(file: FileReading): Promise<Read<EnrichmentSet[]>> {
  const sets: EnrichmentSet[] = [];
  const ids = new Set<string>();
  let columns: SetColumns = { id: 0, name: 1 };
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      columns = findSetColumns(file, names);
    },
    row(cells, line) {
      const set = readSetHead(file, { cells, line }, columns);
      if (ids.has(set.set_id)) file.wrong(line, 'SetID', `The set ${quote(set.set_id)} comes twice.`);
      ids.add(set.set_id);
      sets.push(set);
    },
  });
  return file.result(sets);
}

/** The member a cell names: the first of `///` and `;` lists, trimmed; null for `---` and nothing. */
export function cleanMember(cell: string): string | null {
  const member = (cell.split(/\/\/\/|;/)[0] ?? '').trim();
  return member === '' || member === '---' || member === 'NA' ? null : member;
}

async function readMembers(file: FileReading): Promise<Read<string[]>> {
  const genes = new Set<string>();
  await eachRow(
    file,
    (cells) => {
      // One gene per line: a comma belongs to the name, as in Reactome's `18SRRNA,5.8SRRNA,28SRRNA`.
      const member = cleanMember(cells.join(','));
      if (member !== null) genes.add(member);
    },
    { mayBeEmpty: true },
  );
  return file.result([...genes]);
}

/** A line of a GMT file: name, description, genes, separated by tabs. The name is the id. */
async function readGmt(file: FileReading): Promise<Read<GeneSetRecord[]>> {
  const sets: GeneSetRecord[] = [];
  const names = new Set<string>();
  await eachTextLine(file, (text, line) => {
    if (text.trim() === '') return;
    const [nameCell = '', description = '', ...members] = text.split('\t');
    const name = nameCell.trim();
    if (name === '') file.wrong(line, 1, 'The set has no name.');
    else if (names.has(name)) file.wrong(line, 1, `The set ${quote(name)} comes twice.`);
    else if (members.length === 0)
      file.wrong(line, null, 'A line has a name, a description and genes, with tabs between.');
    names.add(name);
    const genes = [...new Set(members.map(cleanMember).filter((member) => member !== null))];
    if (genes.length > 0) sets.push({ ...gmtHead(file, name, description), size: genes.length, genes });
  });
  return file.result(sets);
}

function gmtHead(file: FileReading, name: string, description: string): EnrichmentSet {
  const about = file.text(description);
  return {
    set_id: name,
    name,
    category: null,
    size: null,
    species: null,
    pubmed_id: null,
    description: about,
  };
}
