/** A pasted ranking: a gene and its value on each line. */
import { isMissing } from '../identifier-mapping.ts';
import { isTitleRow, linesOf, separatorOf, splitCells } from './pasted-table.ts';

/** A row that cannot be read. Lines and columns are counted from 1. */
export interface BadRow {
  line: number;
  column: number;
  sentence: string;
}

export interface RankedList {
  genes: string[];
  values: number[];
  bad: BadRow[];
  /** rows without a gene or a value */
  missing: number;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isNumber(value: string): boolean {
  return DECIMAL.test(value) && Number.isFinite(Number(value));
}

function cellsOf(line: string): string[] {
  const separator = separatorOf(line);
  return separator === null
    ? splitCells(line.trim().replaceAll(/\s+/g, '\t'), '\t')
    : splitCells(line, separator);
}

/**
 * Reads lines of two cells, separated by a tab, semicolon, comma or spaces. A first line of column titles and empty
 * lines are skipped, and missing values (NA) left out.
 */
export function readRankedList(text: string): RankedList {
  const list: RankedList = { genes: [], values: [], bad: [], missing: 0 };
  let isFirst = true;
  for (const [index, whole] of linesOf(text).entries()) {
    if (whole.trim() === '') continue;
    const cells = cellsOf(whole);
    const [gene = '', value = ''] = cells;
    const isHeader = isFirst && cells.length === 2 && !isMissing(value) && isTitleRow(gene, value);
    isFirst = false;
    if (isHeader) continue;
    const say = (column: number, sentence: string) => list.bad.push({ line: index + 1, column, sentence });
    if (cells.length < 2) say(2, 'There is no value.');
    else if (cells.length > 2) say(3, 'There are more than two columns.');
    else if (isMissing(gene) || isMissing(value)) list.missing += 1;
    else if (isNumber(value)) {
      list.genes.push(gene);
      list.values.push(Number(value));
    } else say(2, `“${value.slice(0, 30)}” is not a number.`);
  }
  return list;
}
