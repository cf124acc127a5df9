/** Splits a line of a table into cells. */

const QUOTE = 34;

/**
 * How quotation marks are meant. table: RFC 4180, cells may hold separators and lines. outer: marks around a cell are
 * removed and others kept, as GEO writes. none: a mark is a character like others.
 */
export type Quoting = 'table' | 'outer' | 'none';

/** open: a quotation mark is not closed on the line. afterQuote: text follows a closing mark. */
type SplitLine = string[] | 'open' | 'afterQuote';

export function splitLine(line: string, separator: string, quoting: Quoting): SplitLine {
  if (quoting === 'none' || !line.includes('"')) return line.split(separator);
  return quoting === 'outer' ? withoutOuterQuotes(line.split(separator)) : splitQuoted(line, separator);
}

function withoutOuterQuotes(cells: string[]): string[] {
  for (const [at, cell] of cells.entries()) cells[at] = withoutQuotes(cell);
  return cells;
}

export function withoutQuotes(cell: string): string {
  const isQuoted =
    cell.length > 1 && cell.charCodeAt(0) === QUOTE && cell.charCodeAt(cell.length - 1) === QUOTE;
  return isQuoted ? cell.slice(1, -1) : cell;
}

/** R quotes the identifier before each row of numbers, so what follows the last mark is split directly. */
function splitQuoted(line: string, separator: string): SplitLine {
  const lastQuote = line.lastIndexOf('"');
  const rest = line.indexOf(separator, lastQuote);
  const head = splitAllQuoted(rest < 0 ? line : line.slice(0, rest), separator);
  if (rest < 0 || typeof head === 'string') return head;
  return head.concat(line.slice(rest + 1).split(separator));
}

function splitAllQuoted(line: string, separator: string): SplitLine {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line.charCodeAt(at) !== QUOTE) {
      const end = line.indexOf(separator, at);
      cells.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    const close = closingQuote(line, at);
    if (close < 0) return 'open';
    const text = line.slice(at + 1, close);
    cells.push(text.includes('"') ? text.replaceAll('""', '"') : text);
    if (close + 1 === line.length) return cells;
    if (line[close + 1] !== separator) return 'afterQuote';
    at = close + 2;
  }
}

/** Index of the mark that closes the one at `open`; -1 without one. A doubled mark is text. */
function closingQuote(line: string, open: number): number {
  let at = line.indexOf('"', open + 1);
  while (at >= 0 && line.charCodeAt(at + 1) === QUOTE) at = line.indexOf('"', at + 2);
  return at;
}
