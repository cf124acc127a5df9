import { countOf } from '@omicon/domain/records/count-of.ts';
import {
  attribute,
  readAttributes,
  requiredAttribute,
  wrongAttribute,
} from '../data-sets/read-attributes.ts';
import type {
  AttributeTable,
  CellType,
  CellTypeLevel,
  CellTypePaths,
  CellTypeReferenceRecord,
  FileTree,
  Read,
  UnitOf,
} from '../records.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import {
  alignTable,
  readTypeCells,
  readTypeTable,
  TABLE_RULES,
  type TablesReading,
  type TypeTable,
} from './read-cell-type-tables.ts';

const IDENTIFIERS = ['SYMBOL', 'ENSEMBL', 'ENTREZID'];
/** Latin names have two words or more: `Homo sapiens`. */
const ORGANISM = /^[A-Z][a-z]+(?: [a-z]+)+$/;
const MAX_TITLE = 300;
const MAX_TEXT = 10_000;
const MAX_LEVELS = 20;

type Head = Omit<CellTypeReferenceRecord, 'levels'>;

function readHead(file: FileReading, attributes: AttributeTable): Head {
  const wrong = (name: string, sentence: string) => wrongAttribute(file, attributes, { name, sentence });
  const title = requiredAttribute(file, attributes, 'Title');
  if (title.length > MAX_TITLE) wrong('Title', `The title is longer than ${MAX_TITLE} characters.`);
  const organism = requiredAttribute(file, attributes, 'Organism').replaceAll('_', ' ');
  if (organism !== '' && !ORGANISM.test(organism))
    wrong('Organism', `${quote(organism)} is not the name of an organism, such as Homo sapiens.`);
  const identifier = (attribute(attributes, 'Identifier') ?? 'SYMBOL').toUpperCase();
  if (!IDENTIFIERS.includes(identifier))
    wrong('Identifier', `${quote(identifier)} is not one of ${IDENTIFIERS.join(', ')}.`);
  const optional = (name: string) => {
    const value = attribute(attributes, name);
    if (value !== null && value.length > MAX_TEXT)
      wrong(name, `The text of ${quote(name)} is longer than ${MAX_TEXT} characters.`);
    return value;
  };
  return {
    title,
    organism,
    identifier,
    region: optional('Region'),
    condition: optional('Condition'),
    source: optional('Source'),
    citation: optional('Citation'),
    pubmed_id: optional('PubMed ID'),
    doi: optional('DOI'),
    description: optional('Description'),
    availability: optional('Availability'),
  };
}

/** The types of the means with their numbers of cells, in the order of the means. */
function matchCells(
  file: FileReading,
  means: TypeTable,
  cells: Awaited<ReturnType<typeof readTypeCells>>,
): CellType[] {
  const known = new Set(means.types);
  for (const { name, line } of cells.values())
    if (!known.has(name)) file.wrong(line, 'Cell type', `The cell type ${quote(name)} has no means.`);
  return means.types.flatMap((name): CellType[] => {
    const found = cells.get(name);
    if (found === undefined)
      file.wrong(null, 'Cell type', `The cell type ${quote(name)} has no number of cells.`);
    return found === undefined
      ? []
      : [{ name, cells: found.cells, ontology_id: found.ontology_id, parent: found.parent }];
  });
}

/** Leaves out genes without any mean, and tells how many values are missing of the others. */
function withoutUnmeasured(file: FileReading, level: CellTypeLevel): CellTypeLevel {
  const width = level.types.length;
  const missingOf = (row: number) =>
    level.means.subarray(row * width, (row + 1) * width).filter((value) => Number.isNaN(value)).length;
  const missing = level.genes.map((_, row) => missingOf(row));
  const kept = [...level.genes.keys()].filter((row) => missing[row] !== width);
  const left = level.genes.length - kept.length;
  const partly = kept.reduce((sum, row) => sum + (missing[row] ?? 0), 0);
  if (partly > 0)
    file.warn(
      null,
      null,
      `${countOf(partly, 'mean')} missing: these genes count as not measured in these cell types.`,
    );
  if (left === 0) return level;
  if (kept.length === 0) file.wrong(null, null, 'No gene has a mean.');
  file.warn(null, null, `${countOf(left, 'gene')} without any mean: left out.`);
  const select = (values: Float64Array) => {
    const selected = new Float64Array(kept.length * width);
    for (const [to, row] of kept.entries())
      selected.set(values.subarray(row * width, (row + 1) * width), to * width);
    return selected;
  };
  return {
    ...level,
    genes: kept.map((row) => level.genes[row] ?? ''),
    means: select(level.means),
    variances: level.variances && select(level.variances),
    percents: level.percents && select(level.percents),
  };
}

interface Reading {
  tree: FileTree;
  log: ReadLog;
  shared: TablesReading;
}

/** Null if a table has a fault. */
async function readLevel(
  { tree, log, shared }: Reading,
  paths: CellTypePaths,
): Promise<CellTypeLevel | null> {
  const file = new FileReading(tree, paths.means, log);
  const means = await readTypeTable(file, TABLE_RULES.means, shared);
  const cellFile = new FileReading(tree, paths.cells, log);
  const cells = await readTypeCells(cellFile);
  const readOther = async (kind: 'variances' | 'percents'): Promise<Float64Array | null> => {
    const path = paths[kind];
    if (path === null) {
      const what = kind === 'variances' ? 'variances' : 'percentages of expressing cells';
      file.warn(null, null, `The level has no ${what}; they are shown as NA.`);
      return null;
    }
    const other = new FileReading(tree, path, log);
    const table = await readTypeTable(other, TABLE_RULES[kind], shared);
    return file.isFaultless ? alignTable(other, table, means) : null;
  };
  const [variances, percents] = [await readOther('variances'), await readOther('percents')];
  const values = alignTable(file, means, means);
  if (values === null || !cellFile.isFaultless) return null;
  const types = matchCells(cellFile, means, cells);
  return withoutUnmeasured(file, {
    name: paths.name,
    types,
    genes: means.genes,
    means: values,
    variances,
    percents,
  });
}

/** The coarsest level first. Parents must be types of the level before. */
function orderLevels(
  levels: CellTypeLevel[],
  paths: readonly CellTypePaths[],
  reading: Reading,
): CellTypeLevel[] {
  const ordered = levels.toSorted((a, b) => a.types.length - b.types.length || (a.name < b.name ? -1 : 1));
  for (const [place, level] of ordered.entries()) {
    const above = ordered[place - 1];
    const known = new Set(above?.types.map(({ name }) => name));
    const path = paths.find(({ name }) => name === level.name)?.cells ?? '';
    const file = new FileReading(reading.tree, path, reading.log);
    for (const { name, parent } of level.types) {
      if (parent === null || known.has(parent)) continue;
      const where =
        above === undefined ? 'there is no coarser level' : `the level "${above.name}" has no such type`;
      file.wrong(null, 'Parent', `The parent of ${quote(name)} is ${quote(parent)}, but ${where}.`);
    }
  }
  return ordered;
}

/** Reads a cell type reference: its attributes, and means, variances, percentages and numbers of cells of each level. */
export async function readCellTypeReference(
  tree: FileTree,
  unit: UnitOf<'cell-type-reference'>,
  log = new ReadLog(),
): Promise<Read<CellTypeReferenceRecord>> {
  const file = new FileReading(tree, unit.attributes, log);
  const { record: attributes } = await readAttributes(tree, unit.attributes, log);
  const head = attributes && readHead(file, attributes);
  if (unit.levels.length > MAX_LEVELS)
    file.wrong(null, null, `The reference has ${unit.levels.length} levels; ${MAX_LEVELS} are the most.`);
  const reading = { tree, log, shared: { isOfSymbols: head?.identifier === 'SYMBOL', values: 0 } };
  const levels: CellTypeLevel[] = [];
  for (const paths of unit.levels.slice(0, MAX_LEVELS)) {
    const level = await readLevel(reading, paths);
    if (level !== null) levels.push(level);
  }
  const ordered = file.isFaultless ? orderLevels(levels, unit.levels, reading) : [];
  // The log holds the faults of all files of the unit; the first reading began before any of them.
  return file.result({ ...(head ?? NO_HEAD), levels: ordered });
}

const NO_HEAD: Head = {
  title: '',
  organism: '',
  identifier: '',
  region: null,
  condition: null,
  source: null,
  citation: null,
  pubmed_id: null,
  doi: null,
  description: null,
  availability: null,
};
