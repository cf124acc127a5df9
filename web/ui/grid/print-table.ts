import type { CellValue } from './columns.ts';

/** Paper has no scrolling: lines are broken, and the titles stand on every page. */
const STYLE = `
  body { margin: 0; font: 9pt/1.35 sans-serif; color: #000; }
  h1 { margin: 0 0 8pt; font-size: 13pt; }
  table { width: 100%; border-collapse: collapse; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: 2pt 5pt; border-bottom: 0.5pt solid #999; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  td[data-number] { text-align: end; font-variant-numeric: tabular-nums; }
  @page { size: landscape; margin: 14mm; }
`;

interface PrintedTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly CellValue[])[];
}

function fill(page: Document, { title, columns, rows }: PrintedTable): void {
  page.documentElement.lang = 'en';
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  const table = page.createElement('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = page.createElement('th');
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const value of cells) {
      const cell = row.insertCell();
      cell.textContent = String(value ?? '');
      if (typeof value === 'number') cell.dataset.number = '';
    }
  }
  page.body.append(heading, table);
}

/**
 * Opens the browser's window for printing, which also saves as PDF, with a table of its own: every row, whatever of them
 * is in sight. Names in any script come out, because the browser has the letters.
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
