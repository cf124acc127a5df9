/** `docs/coverage.md` says where each statement of the specification is done; here it is held to the repository. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Rows of each section of the specification. A statement may be parted in two, never left out. */
const LEAST_ROWS = { 1: 46, 2: 122, 3: 105, 4: 77, 5: 53, 6: 43, 7: 68, 8: 41, 9: 42 } as const;

const OPEN = /^\*\*open\*\*: \S.*\s\S/;

interface Row {
  section: string;
  statement: string;
  place: string;
  shown: string;
}

function readLines(file: string): string[] {
  return readFileSync(path.join(root, file), 'utf8').split('\n');
}

/** Cells of one line of a table, without those that only draw its head. */
function cellsOf(line: string): string[] | null {
  if (!line.startsWith('| ')) return null;
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function readRows(): Row[] {
  let section = '';
  return readLines('docs/coverage.md').flatMap((line) => {
    section = /^## (\d)/.exec(line)?.[1] ?? section;
    const cells = cellsOf(line);
    if (cells === null || cells[0] === 'Statement') return [];
    const [statement = '', place = '', shown = ''] = cells;
    return [{ section, statement, place, shown }];
  });
}

/** Beginnings of the rows of differences, as they are quoted: without marks of code or quotation. */
const differences = readLines('docs/differences.md').flatMap((line) => {
  const [first] = cellsOf(line) ?? [];
  return first === undefined ? [] : [first.replaceAll(/[`"]/g, '')];
});

const rows = readRows();
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
const isFile = (file: string) =>
  existsSync(path.join(root, file)) && statSync(path.join(root, file)).isFile();
const named = (cell: string) =>
  [...cell.matchAll(/`docs\/differences\.md`: “([^”]*)”/g)].map(([, row]) => row);

describe('each statement', () => {
  test('has a place, and every place is a file that is there', () => {
    expect(rows.filter(({ place }) => filesIn(place).length === 0)).toEqual([]);
    expect(rows.flatMap(({ place }) => filesIn(place)).filter((file) => !isFile(file))).toEqual([]);
  });

  test('is shown by tests that are there, or says that it is open', () => {
    const tested = rows.filter(({ shown }) => !OPEN.test(shown));
    const others = tested.filter(
      ({ shown }) =>
        filesIn(shown).length === 0 ||
        !filesIn(shown).every((file) => /\.(test|journey)\.ts$/.test(file) && isFile(file)),
    );
    expect(others).toEqual([]);
  });

  test('that is done differently names a row of the differences by its first words', () => {
    const beginnings = rows.flatMap(({ place }) => named(place));
    expect(beginnings.length).toBeGreaterThan(50);
    const lost = beginnings.filter(
      (beginning = '') =>
        beginning.length < 10 || differences.filter((row) => row.startsWith(beginning)).length !== 1,
    );
    expect(lost).toEqual([]);
    const unnamed = rows.filter(
      ({ place }) => place.split('`docs/differences.md`').length - 1 !== named(place).length,
    );
    expect(unnamed).toEqual([]);
  });

  test('stands in the document once', () => {
    const statements = rows.map(({ section, statement }) => `${section} ${statement}`);
    expect(statements.filter((each, place) => statements.indexOf(each) !== place)).toEqual([]);
  });
});

test.each(Object.entries(LEAST_ROWS))('section %s keeps its %i statements or more', (section, least) => {
  expect(rows.filter((row) => row.section === section).length).toBeGreaterThanOrEqual(least);
});
