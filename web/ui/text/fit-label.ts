/** Breaks a name into lines that fit a box. Text widths are estimated, so that it works without a browser. */

const NARROW = new Set("iljtfrI.,:;'|!()[]{}-/ ");
const WIDE = new Set('mwMW@%_ABCDEGHKNOPQRUVXYZ');

/** Estimated width in em of a text in a sans-serif typeface, erring on the wide side. */
export function widthInEm(text: string): number {
  let width = 0;
  for (const letter of text) width += NARROW.has(letter) ? 0.38 : WIDE.has(letter) ? 0.78 : 0.6;
  return width;
}

interface Box {
  width: number;
  height: number;
  fontSize: number;
  lineHeight: number;
  /** shortens a word that is wider than the box, instead of breaking it */
  wholeWords?: boolean;
}

const MIN_LETTERS = 3;

function headThatFits(text: string, em: number): string {
  let head = '';
  for (const letter of text) {
    if (widthInEm(head + letter) > em) break;
    head += letter;
  }
  return head;
}

function shortened(text: string, em: number): string {
  if (widthInEm(text) <= em) return text;
  return `${headThatFits(text, em - 0.6).trimEnd()}…`;
}

/** Where a name may break: after spaces and after the marks that join its parts. */
export function partsOf(text: string): string[] {
  return text.split(/(?<=[ \t\n_/-])/);
}

/**
 * The lines of a name in a box. The last line ends in `…` if the name does not fit.
 * @returns empty if fewer than three letters fit
 */
export function fitLabel(
  text: string,
  { width, height, fontSize, lineHeight, wholeWords = false }: Box,
): string[] {
  const em = width / fontSize;
  const mostLines = Math.floor(height / lineHeight);
  if (mostLines < 1 || text === '') return [];
  const lines: string[] = [];
  let line = '';
  const parts = partsOf(text);
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const isLast = lines.length === mostLines - 1;
    if (widthInEm((line + part).trimEnd()) <= em) line += part;
    else if (isLast) {
      line = shortened(line + parts.slice(at).join(''), em);
      break;
    } else if (line !== '') {
      lines.push(line.trimEnd());
      line = '';
      at -= 1;
    } else if (wholeWords) {
      line = shortened(part.trimEnd(), em);
      break;
    } else {
      const head = headThatFits(part, em);
      if (head === '') return [];
      lines.push(head);
      parts[at] = part.slice(head.length);
      at -= 1;
    }
  }
  lines.push(line.trimEnd());
  const isReadable = lines[0] === text || (lines[0] ?? '').replace('…', '').length >= MIN_LETTERS;
  return isReadable ? lines.filter((shown) => shown !== '') : [];
}
