/** Paper has no scrolling: lines are broken, titles are repeated on every page, and pages are counted. */
const STYLE = `
  body { margin: 0; font: 9pt/1.35 sans-serif; color: #000; }
  h1 { margin: 0; font-size: 13pt; overflow-wrap: anywhere; }
  p { margin: 2pt 0 8pt; }
  table { width: 100%; border-collapse: collapse; }
  table[data-dense] { font-size: 7.5pt; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: 2pt 4pt; border-bottom: 0.5pt solid #999; text-align: start; vertical-align: top; }
  th { border-bottom: 1pt solid #000; vertical-align: bottom; }
  [data-right] { text-align: end; font-variant-numeric: tabular-nums; }
  [data-short] { white-space: nowrap; }
  [data-long] { word-break: break-all; }
  @page { size: landscape; margin: 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
`;

/** Characters that a line of landscape paper holds, a little room beside each column taken off. */
const LINE = 170;
const DENSE_FROM = 9;

/** A date or a size, which reads wrong on two lines. */
const SHORT = 11;

/** No title is so long that it needs breaking inside a word. */
const TITLE = 24;

interface PrintedTable {
  title: string;
  /** what of the list this is */
  note: string;
  columns: readonly { title: string; isRight: boolean }[];
  /** as the screen shows them */
  rows: readonly (readonly string[])[];
}

/**
 * Words and the spaces between them; a word longer than `most` characters may be broken to keep the table on its page.
 */
export function splitLongWords(text: string, most: number): { text: string; isLong: boolean }[] {
  return (text.match(/\S+|\s+/g) ?? []).map((piece) => ({ text: piece, isLong: piece.length > most }));
}

function fillCell(cell: HTMLTableCellElement, text: string, isRight: boolean, most: number): void {
  if (isRight) cell.dataset.right = '';
  if (text.length <= SHORT) cell.dataset.short = '';
  for (const piece of splitLongWords(text, most)) {
    if (!piece.isLong) {
      cell.append(piece.text);
      continue;
    }
    const long = cell.ownerDocument.createElement('span');
    long.dataset.long = '';
    long.textContent = piece.text;
    cell.append(long);
  }
}

function fill(page: Document, { title, note, columns, rows }: PrintedTable): void {
  page.documentElement.lang = 'en';
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  const said = page.createElement('p');
  said.textContent = note;
  const table = page.createElement('table');
  if (columns.length >= DENSE_FROM) table.dataset.dense = '';
  const most = Math.max(8, Math.min(24, Math.floor(LINE / columns.length)));
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = page.createElement('th');
    fillCell(cell, column.title, column.isRight, TITLE);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const [index, text] of cells.entries())
      fillCell(row.insertCell(), text, columns[index]?.isRight === true, most);
  }
  page.body.append(heading, said, table);
}

/**
 * Opens the browser's window for printing, which also saves as PDF, with a table of its own: every row, whatever of
 * them is in sight. Names in any script come out, because the browser has the letters.
 */
export function printTable(printed: PrintedTable): void {
  for (const earlier of document.querySelectorAll('iframe[data-printed]')) earlier.remove();
  const frame = document.createElement('iframe');
  frame.dataset.printed = '';
  frame.title = printed.title;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  // A frame that is not displayed is printed empty by some browsers.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  if (!page || !view) throw new Error('The browser gave no page to print.');
  const style = new view.CSSStyleSheet();
  style.replaceSync(STYLE);
  page.adoptedStyleSheets = [style];
  fill(page, printed);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
