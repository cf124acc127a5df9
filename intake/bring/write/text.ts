/** Lines of the laboratory's tables. */
import { csvCell, quoted } from '@omicon/domain/files/table-text.ts';

/** Characters that are given to a file at once. */
const CHUNK_CHARACTERS = 256 * 1024;

function onOneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text;
}

/** Numbers are bare, as R writes them; texts that only look like numbers, such as 007, are quoted; null is empty. */
export function quotedLine(cells: readonly (string | number | null)[]): string {
  return cells
    .map((cell) => {
      if (cell === null || cell === '') return '';
      if (typeof cell === 'number' || String(Number(cell)) === cell) return String(cell);
      return quoted(onOneLine(cell));
    })
    .join(',');
}

/** Cells are bare unless a comma or a quotation mark needs quotes. */
export function bareLine(cells: readonly string[]): string {
  return cells.map((cell) => csvCell(onOneLine(cell))).join(',');
}

/** Lines with their ends, joined to chunks of a size that is written at once. */
export async function* chunksOf(lines: AsyncIterable<string> | Iterable<string>): AsyncIterable<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Titles that differ without regard to case, as the intake requires; one without a name is numbered. */
export function distinctTitles(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title, at) => {
    const stem = onOneLine(title).trim() || `Column_${at + 1}`;
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
