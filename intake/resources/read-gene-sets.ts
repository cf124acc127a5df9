import { formatCount } from '@omicon/domain/records/count-of.ts';
import type { EnrichmentSet, FileTree, GeneSetRecord, Read, UnitOf } from '../records.ts';
import { checkColumnNames, eachRow, eachTableRow } from '../text/csv-rows.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import { mangledSymbolOf } from '../text/spreadsheet-dates.ts';
import { eachTextLine } from '../text/text-lines.ts';
import { findSetColumns, readSetHead, type SetColumns } from './gene-set-head.ts';

/**
 * Reads the gene sets of a legend with one file per set, or of a GMT file. Members are cleaned and unique, in the order
 * and spelling of the file; the size of a set is their number, not that of the legend. Sets without genes or without a
 * file are left out with a warning.
 */
export async function readGeneSets(
  tree: FileTree,
  unit: UnitOf<'gene-sets'>,
  log = new ReadLog(),
): Promise<Read<GeneSetRecord[]>> {
  if (unit.gmt !== null) return readGmt(new FileReading(tree, unit.gmt, log), { refusesDates: true });
  const before = log.count;
  const sets: GeneSetRecord[] = [];
  if (unit.legend === null) return { record: null, faults: log.faults(), emptied: 0 };
  const legend = await readLegend(new FileReading(tree, unit.legend, log));
  let emptied = legend.emptied;
  const files = new Set(unit.files);
  for (const { line, ...set } of legend.record ?? []) {
    const path = `${unit.folder}/${set.set_id}.csv`.replace(/^\//, '');
    const list = new FileReading(tree, unit.legend, log);
    if (!files.delete(path)) {
      list.warn(
        line,
        'SetID',
        `The set ${quote(set.set_id)} has no file ${quote(`${set.set_id}.csv`)}; it is left out.`,
      );
      continue;
    }
    const members = await readMembers(new FileReading(tree, path, log));
    emptied += members.emptied;
    const genes = members.record;
    if (genes === null) continue;
    warnOfSize(list, { line, set, size: genes.length });
    if (genes.length > 0) sets.push({ ...set, size: genes.length, genes });
  }
  files.delete(unit.legend);
  for (const path of legend.record === null ? [] : files) {
    new FileReading(tree, path, log).wrong(null, null, 'The legend has no set of this name.');
  }
  return { record: log.count === before ? sets : null, faults: log.faults(), emptied };
}

function warnOfSize(
  legend: FileReading,
  { line, set, size }: { line: number; set: EnrichmentSet; size: number },
): void {
  if (size === 0) legend.warn(line, 'SetID', `The set ${quote(set.set_id)} has no genes; it is left out.`);
  else if (set.size !== null && set.size !== size) {
    const sentence = `The legend gives ${quote(set.set_id)} ${formatCount(set.size)} genes, its file has ${formatCount(size)}; the portal shows ${formatCount(size)}.`;
    legend.warn(line, 'SetSize', sentence);
  }
}

/** Reads the rows of the legend, with line numbers; a repeated id is a fault. */
export async function readLegend(file: FileReading): Promise<Read<(EnrichmentSet & { line: number })[]>> {
  const sets: (EnrichmentSet & { line: number })[] = [];
  const ids = new Set<string>();
  let columns: SetColumns = { id: 0, name: 1 };
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      columns = findSetColumns(file, names);
    },
    row(cells, line) {
      const set = readSetHead(file, { cells, line }, columns);
      if (ids.has(set.set_id)) file.wrong(line, 'SetID', `The set ${quote(set.set_id)} appears twice.`);
      ids.add(set.set_id);
      sets.push({ ...set, line });
    },
  });
  return file.result(sets);
}

/** The gene of a cell: the first of a list separated by `///` or `;`, trimmed; null for `---`, `NA` and empty cells. */
export function cleanMember(cell: string): string | null {
  const member = (cell.split(/\/\/\/|;/)[0] ?? '').trim();
  return member === '' || member === '---' || member === 'NA' ? null : member;
}

async function readMembers(file: FileReading): Promise<Read<string[]>> {
  const genes = new Set<string>();
  await eachRow(
    file,
    (cells, line) => {
      // One gene per line: a comma belongs to the name, as in Reactome's `18SRRNA,5.8SRRNA,28SRRNA`.
      const member = cleanMember(cells.join(','));
      const mangled = member === null ? null : mangledSymbolOf(member);
      if (mangled !== null) file.wrong(line, 1, mangled);
      if (member !== null) genes.add(member);
    },
    { mayBeEmpty: true },
  );
  return file.result([...genes]);
}

/**
 * Reads a GMT file: each line has a name (the id), a description and genes, separated by tabs.
 * @param refusesDates false if dates that a spreadsheet made of gene symbols are repaired later
 */
export async function readGmt(
  file: FileReading,
  { refusesDates }: { refusesDates: boolean },
): Promise<Read<GeneSetRecord[]>> {
  const sets: GeneSetRecord[] = [];
  const names = new Set<string>();
  await eachTextLine(file, (text, line) => {
    if (text.trim() === '') return;
    const [nameCell = '', description = '', ...members] = text.split('\t');
    const name = nameCell.trim();
    if (name === '') file.wrong(line, 1, 'The set has no name.');
    else if (names.has(name)) file.wrong(line, 1, `The set ${quote(name)} appears twice.`);
    else if (members.length === 0)
      file.wrong(line, null, 'A line has a name, a description and genes, separated by tabs.');
    names.add(name);
    const genes = [...new Set(members.map(cleanMember).filter((member) => member !== null))];
    for (const [index, member] of refusesDates ? members.entries() : []) {
      const mangled = mangledSymbolOf(cleanMember(member) ?? '');
      if (mangled !== null) file.wrong(line, index + 3, mangled);
    }
    if (genes.length === 0 && members.length > 0)
      file.warn(line, null, `The set ${quote(name)} has no genes; it is left out.`);
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
