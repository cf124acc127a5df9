/** Groups of single cells that become samples: those of one sample and cell type. */
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../binary-form.ts';
import type { CellAt, Frame } from '../expression.ts';

export const LEAST_CELLS = 10;
/** More groups are no samples; the columns are not those of samples and types. */
const MOST_GROUPS = 20_000;
const ALL = 'All cells';

export interface CellGroup {
  name: string;
  sample: string | null;
  cellType: string | null;
  cells: number;
}

export interface CellGroups {
  groups: CellGroup[];
  /** group of each cell; -1 if it is in none */
  of: Int32Array;
  /** what was left out */
  notes: string[];
}

function columnOf(frame: Frame, title: string | null): CellAt | null {
  if (title === null) return null;
  if (!frame.titles.includes(title))
    throw new BinaryRefusal(`The cells have no column ${title}; choose another to group them by.`);
  return frame.read(title);
}

interface Found extends CellGroup {
  members: number[];
}

/** Cells by sample and type; those without either are counted. */
function collect(
  count: number,
  samples: CellAt | null,
  types: CellAt | null,
): { found: Found[]; without: number } {
  const found = new Map<string, Found>();
  let without = 0;
  for (let cell = 0; cell < count; cell += 1) {
    const sample = samples?.(cell) ?? null;
    const cellType = types?.(cell) ?? null;
    if ((samples !== null && !sample) || (types !== null && !cellType)) {
      without += 1;
      continue;
    }
    const key = JSON.stringify([sample, cellType]);
    const group = found.get(key) ?? { name: '', sample, cellType, cells: 0, members: [] };
    group.members.push(cell);
    found.set(key, group);
    if (found.size > MOST_GROUPS)
      throw new BinaryRefusal(
        'The cells have more than 20,000 groups of sample and type; choose other columns to group them by.',
      );
  }
  return { found: [...found.values()], without };
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** @throws BinaryRefusal for a column that is not there, or if no group has enough cells */
export function groupCells(frame: Frame, grouping: CellGrouping): CellGroups {
  const { found, without } = collect(
    frame.names.length,
    columnOf(frame, grouping.sample),
    columnOf(frame, grouping.cell_type),
  );
  const kept = found
    .filter(({ members }) => members.length >= grouping.least_cells)
    .sort(
      (a, b) =>
        inOrder.compare(a.sample ?? '', b.sample ?? '') ||
        inOrder.compare(a.cellType ?? '', b.cellType ?? ''),
    );
  if (kept.length === 0)
    throw new BinaryRefusal(
      `No group of sample and cell type has ${countOf(grouping.least_cells, 'cell')} or more; choose other columns or a smaller number.`,
    );
  const of = new Int32Array(frame.names.length).fill(-1);
  for (const [at, { members }] of kept.entries()) for (const cell of members) of[cell] = at;
  return { groups: named(kept), of, notes: notesOf(found, { without, least: grouping.least_cells }) };
}

function named(kept: readonly Found[]): CellGroup[] {
  const taken = new Set<string>();
  return kept.map(({ sample, cellType, members }) => {
    const words = [sample, cellType].flatMap((word) => (word === null ? [] : [word]));
    const name = freeName(words.join(' ') || ALL, taken);
    return { name, sample, cellType, cells: members.length };
  });
}

/** The name, with a number if it is taken; it is taken afterwards. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  taken.add(free);
  return free;
}

function notesOf(found: readonly Found[], { without, least }: { without: number; least: number }): string[] {
  const small = found.filter(({ members }) => members.length < least);
  const cells = small.reduce((sum, { members }) => sum + members.length, 0);
  const notes: string[] = [];
  if (small.length > 0)
    notes.push(
      `${countOf(small.length, 'group')} of fewer than ${countOf(least, 'cell')} left out, with ${countOf(cells, 'cell')} in all.`,
    );
  if (without > 0) notes.push(`${countOf(without, 'cell')} without a sample or cell type left out.`);
  return notes;
}
