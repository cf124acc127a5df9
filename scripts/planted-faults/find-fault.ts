/**
 * Where the faults of `planted-faults.json` are planted. A fault names the end of a path, usually a base name, and a text in that file, in which
 * white space does not count: it survives when code is moved or formatted.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Fault {
  /** what the code does wrong */
  name: string;
  /** end of the path of the file, usually its name alone */
  file: string;
  /** must occur exactly once in the files that it may mean */
  text: string;
  /** what is written in its place */
  fault: string;
  /** test files that must catch it */
  tests: string[];
}

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function listFaults(): Fault[] {
  const list: { file: string; tests: string[]; faults: [name: string, text: string, fault: string][] }[] =
    JSON.parse(readFileSync(path.join(ROOT, 'scripts/planted-faults/planted-faults.json'), 'utf8'));
  return list.flatMap(({ file, tests, faults }) =>
    faults.map(([name, text, fault]) => ({ name, file, text, fault, tests })),
  );
}

/** Paths of the files in git. */
const SOURCES = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT })
  .toString()
  .trim()
  .split('\n');

/** A text without its white space, and where each character was. */
function condense(text: string): { dense: string; places: number[] } {
  const places = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return { dense: text.replaceAll(/\s/g, ''), places };
}

const condensed = new Map<string, ReturnType<typeof condense>>();

/** Where a text begins and ends in the code; white space does not count. */
function findAll(code: string, text: string): { start: number; end: number }[] {
  const { dense, places } = condensed.get(code) ?? condense(code);
  condensed.set(code, { dense, places });
  const wanted = condense(text).dense;
  const found: { start: number; end: number }[] = [];
  for (let at = dense.indexOf(wanted); at >= 0; at = dense.indexOf(wanted, at + 1)) {
    const [start, last] = [places[at], places[at + wanted.length - 1]];
    if (start !== undefined && last !== undefined) found.push({ start, end: last + 1 });
  }
  return found;
}

/** The file of a fault, with and without it. @throws Error naming a fault that no longer fits the code */
export function findFault({ name, file, text, fault }: Fault): {
  file: string;
  original: string;
  faulty: string;
} {
  const found = SOURCES.filter((source) => `/${source}`.endsWith(`/${file}`)).flatMap((source) => {
    const original = readFileSync(path.join(ROOT, source), 'utf8');
    return findAll(original, text).map(({ start, end }) => ({
      file: source,
      original,
      faulty: original.slice(0, start) + fault + original.slice(end),
    }));
  });
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${file}, "${name}": the text occurs ${found.length} times, not once:\n${text}`);
  return only;
}
