import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quoted } from '@omicon/domain/files/table-text.ts';

/** A cell as the laboratory writes it: text quoted, numbers bare, NA empty. */
export type Cell = string | number | null;

/** One line of a table whose text is quoted. */
export function quotedLine(cells: readonly Cell[]): string {
  return cells
    .map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(cell)))
    .join(',');
}

/** One line of a table whose text is bare unless a comma or quote forces quotes. */
export function bareLine(cells: readonly Cell[]): string {
  return cells
    .map((cell) => (typeof cell === 'string' && /[",\n]/.test(cell) ? quoted(cell) : (cell ?? '')))
    .join(',');
}

/** Attribute file: header `Attribute,Value`, one row per attribute, everything quoted. */
export function attributeTable(attributes: readonly (readonly [string, string | number])[]): string[] {
  return [['Attribute', 'Value'] as const, ...attributes].map(([name, value]) =>
    quotedLine([name, String(value)]),
  );
}

/**
 * A number with this many significant digits, no trailing zeros, and exponents of two digits (`3.78e-08`).
 * Empty for NaN.
 */
export function significant(value: number, digits: number): string {
  if (!Number.isFinite(value)) return value === Number.POSITIVE_INFINITY ? 'Inf' : '';
  return String(Number(value.toPrecision(digits))).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Writes a table with a newline after each line, creating folders as needed. */
export async function writeTable(path: string, lines: Iterable<string>): Promise<void> {
  await writeBytes(path, `${[...lines].join('\n')}\n`);
}

/** Writes a file, creating folders as needed. */
export async function writeBytes(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
