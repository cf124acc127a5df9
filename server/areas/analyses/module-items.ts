/** Rows of module grids. */
import type { ModuleItem } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { z } from 'zod';
import { moduleLinkOf } from '../../records/lists/replies.ts';
import type { ModuleRow } from './sql-networks.ts';

const statisticPairs = z.array(z.tuple([z.string(), z.number().nullable()]));

/** Row of Module_statistics, by column name in file order. */
export function toStatistics(stored: unknown): { name: string; value: number | null }[] {
  return statisticPairs.parse(stored).map(([name, value]) => ({ name, value }));
}

export function toModuleItem(row: ModuleRow, top_set: ModuleItem['top_set']): ModuleItem {
  const statistics = new Map(toStatistics(row.statistics).map(({ name, value }) => [name, value]));
  const { id: number, page, seed, pos_bc, pos_fdr } = row;
  return {
    ...moduleLinkOf({ ...row, number }),
    page,
    seed,
    pos_bc,
    pos_fdr,
    pc1_ve: statistics.get('PC1VE') ?? null,
    homogeneity: statistics.get('Homogeneity') ?? null,
    separation: statistics.get('Separation') ?? null,
    specificity: statistics.get('Specificity') ?? null,
    mean_expression: statistics.get('MeanExpr') ?? null,
    top_set,
  };
}

type SortColumn =
  | 'page_number'
  | 'name'
  | 'seed'
  | 'pos_bc'
  | 'pos_fdr'
  | 'pc1_ve'
  | 'homogeneity'
  | 'separation'
  | 'specificity'
  | 'mean_expression'
  | 'p_value'
  | 'omicon_id';

function cellOf(item: ModuleItem, column: SortColumn): string | number | null {
  switch (column) {
    case 'page_number':
      return item.page;
    case 'p_value':
      return item.top_set?.p_value ?? null;
    case 'omicon_id':
      return item.id;
    case 'name':
      return item.name.toLowerCase();
    default:
      return item[column];
  }
}

/** Sorted copy; NA last in both directions, ties by page. */
export function sortModules(
  items: readonly ModuleItem[],
  { sort, order }: { sort: SortColumn; order: 'asc' | 'desc' },
): ModuleItem[] {
  const direction = order === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => {
    const [left, right] = [cellOf(a, sort), cellOf(b, sort)];
    if (left === right) return a.page - b.page;
    if (left === null) return 1;
    if (right === null) return -1;
    return (left < right ? -1 : 1) * direction;
  });
}
