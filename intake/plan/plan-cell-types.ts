import type { CellTypePaths, UnitOf } from '../records.ts';
import { nameOf, type Planning } from './planning.ts';

const FOLDER_ENDING = '_cell_types';
const TABLE_NAME = /^(.{1,100})_(means|var|pct|n)\.csv$/;

function planLevel(planning: Planning, folder: string, name: string): CellTypePaths {
  const files = new Set(planning.filesIn(folder));
  const pathOf = (table: string) => `${folder}/${name}_${table}.csv`;
  const optional = (table: string) => (files.has(pathOf(table)) ? pathOf(table) : null);
  for (const [table, what] of [
    ['means', 'means'],
    ['n', 'numbers of cells'],
  ] as const) {
    if (!files.has(pathOf(table)))
      planning.missing(pathOf(table), `The ${what} of the level "${name}" are missing.`);
  }
  return {
    name,
    means: pathOf('means'),
    variances: optional('var'),
    percents: optional('pct'),
    cells: pathOf('n'),
  };
}

/** Names of the levels that any table is of. */
function levelsIn(planning: Planning, folder: string): string[] {
  const names = planning.filesIn(folder).flatMap((path) => TABLE_NAME.exec(nameOf(path))?.[1] ?? []);
  return [...new Set(names)];
}

/** Plans cell type references: folders `..._cell_types` with `reference.csv` and tables for each level. */
export function planCellTypeReferences(planning: Planning): UnitOf<'cell-type-reference'>[] {
  return planning.folders.flatMap((folder): UnitOf<'cell-type-reference'>[] => {
    if (!nameOf(folder).endsWith(FOLDER_ENDING)) return [];
    const attributes = `${folder}/reference.csv`;
    const names = levelsIn(planning, folder);
    const hasAttributes = planning.filesIn(folder).includes(attributes);
    if (!hasAttributes && names.length === 0) return [];
    const tables = planning.filesIn(folder).filter((path) => TABLE_NAME.test(nameOf(path)));
    const files = hasAttributes ? [attributes, ...tables] : tables;
    planning.claim(files);
    if (!hasAttributes)
      planning.missing(attributes, 'The attributes of the cell type reference are missing.');
    if (names.length === 0)
      planning.wrong(attributes, 'The reference has no level; add class_means.csv and class_n.csv.');
    const levels = names.map((name) => planLevel(planning, folder, name));
    const title = nameOf(folder).slice(0, -FOLDER_ENDING.length);
    return [{ kind: 'cell-type-reference', title, files, folder, attributes, levels }];
  });
}
