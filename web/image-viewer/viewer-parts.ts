/** Parts of the page. Data are inserted as text nodes and attributes, never as markup. */

type Child = Node | string;

/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export interface Column<Row> {
  title: string;
  value(row: Row): number | string | null;
  /** shown instead of the value */
  show?(row: Row): Child;
}

/** Four digits, or two and an exponent where that is shorter; NA for missing values. */
export function formatNumber(value: number | null): string {
  if (value === null || Number.isNaN(value)) return 'NA';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(4)));
}

function compare(left: number | string | null, right: number | string | null): number {
  if (left === right) return 0;
  return left !== null && right !== null && left < right ? -1 : 1;
}

/** Rows sorted by a column, NA last in either direction. */
function sorted<Row>(rows: readonly Row[], column: Column<Row>, direction: 1 | -1): Row[] {
  const known = rows.filter((row) => column.value(row) !== null);
  const unknown = rows.filter((row) => column.value(row) === null);
  return [...known.sort((a, b) => direction * compare(column.value(a), column.value(b))), ...unknown];
}

function cellOf<Row>(column: Column<Row>, row: Row): HTMLTableCellElement {
  const value = column.value(row);
  const isText = typeof value === 'string';
  const content = column.show?.(row) ?? (isText ? value : formatNumber(value));
  const title = typeof value === 'number' ? { title: String(value) } : {};
  return element('td', { ...(isText ? {} : { class: 'number' }), ...title }, [content]);
}

/** Rows shown at once; a button shows more. */
const STEP = 500;

/** A table that can be sorted by its column headers. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): HTMLElement {
  const body = element('tbody');
  const more = element('button', { type: 'button' }, ['Show more rows']);
  let order = [...rows];
  let shown = 0;
  function showMore(): void {
    const next = order.slice(shown, shown + STEP);
    shown += next.length;
    body.append(
      ...next.map((row) =>
        element(
          'tr',
          {},
          columns.map((column) => cellOf(column, row)),
        ),
      ),
    );
    more.hidden = shown >= order.length;
  }
  const heads = columns.map((column) => {
    const button = element('button', { type: 'button' }, [column.title]);
    const isNumber = rows.some((row) => typeof column.value(row) === 'number');
    const head = element('th', { scope: 'col', ...(isNumber ? { class: 'number' } : {}) }, [button]);
    button.addEventListener('click', () => {
      const isAscending = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isAscending ? 'descending' : 'ascending');
      order = sorted(rows, column, isAscending ? -1 : 1);
      body.replaceChildren();
      shown = 0;
      showMore();
    });
    return head;
  });
  more.addEventListener('click', showMore);
  showMore();
  const whole = element('table', {}, [
    element('caption', {}, [caption]),
    element('thead', {}, [element('tr', {}, heads)]),
    body,
  ]);
  return element('div', {}, [
    element('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': caption }, [whole]),
    more,
  ]);
}

const SVG = 'http://www.w3.org/2000/svg';

function shape(tag: string, attributes: Record<string, string | number>, children: readonly Node[] = []) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** One bar per sample, up for positive values, with the value in its tooltip. */
export function bars(label: string, names: readonly string[], values: readonly number[]): SVGElement {
  const most = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
  const drawn = values.map((value, index) => {
    const height = (Math.abs(value) / most) * 48;
    const title = shape('title', {}, [document.createTextNode(`${names[index]}: ${formatNumber(value)}`)]);
    return shape(
      'rect',
      {
        x: index + 0.1,
        width: 0.8,
        y: value < 0 ? 50 : 50 - height,
        height,
        class: value < 0 ? 'negative' : 'positive',
      },
      [title],
    );
  });
  const zero = shape('line', {
    x1: 0,
    x2: values.length,
    y1: 50,
    y2: 50,
    'vector-effect': 'non-scaling-stroke',
  });
  return shape(
    'svg',
    {
      class: 'bars',
      viewBox: `0 0 ${values.length} 100`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': label,
    },
    [...drawn, zero],
  );
}
