/**
 * `docs/coverage.md` says where each statement of the specification is implemented; these tests compare it with the
 * repository.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Rows of each section of the specification. A statement may be split, but not left out. */
const MIN_ROWS = { 1: 46, 2: 122, 3: 105, 4: 77, 5: 53, 6: 43, 7: 68, 8: 41, 9: 42 } as const;

const OPEN = /^\*\*open\*\*: \S.*\s\S/;

interface Row {
  section: string;
  statement: string;
  where: string;
  shown: string;
}

function readLines(file: string): string[] {
  return readFileSync(path.join(root, file), 'utf8').split('\n');
}

/** Cells of one line of a table; null for other lines. */
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
    const [statement = '', where = '', shown = ''] = cells;
    return [{ section, statement, where, shown }];
  });
}

/** First cells of the rows of differences, without backquotes and quotation marks. */
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
  test('names files, and all of them exist', () => {
    expect(rows.filter(({ where }) => filesIn(where).length === 0)).toEqual([]);
    expect(rows.flatMap(({ where }) => filesIn(where)).filter((file) => !isFile(file))).toEqual([]);
  });

  test('names existing tests, or says that it is open', () => {
    const tested = rows.filter(({ shown }) => !OPEN.test(shown));
    const others = tested.filter(
      ({ shown }) =>
        filesIn(shown).length === 0 ||
        !filesIn(shown).every((file) => /\.(test|journey)\.ts$/.test(file) && isFile(file)),
    );
    expect(others).toEqual([]);
  });

  test('that is implemented differently quotes the beginning of a row of the differences', () => {
    const beginnings = rows.flatMap(({ where }) => named(where));
    expect(beginnings.length).toBeGreaterThan(50);
    const lost = beginnings.filter(
      (beginning = '') =>
        beginning.length < 10 || differences.filter((row) => row.startsWith(beginning)).length !== 1,
    );
    expect(lost).toEqual([]);
    const unnamed = rows.filter(
      ({ where }) => where.split('`docs/differences.md`').length - 1 !== named(where).length,
    );
    expect(unnamed).toEqual([]);
  });

  test('is in the document once', () => {
    const statements = rows.map(({ section, statement }) => `${section} ${statement}`);
    expect(statements.filter((each, index) => statements.indexOf(each) !== index)).toEqual([]);
  });
});

test.each(Object.entries(MIN_ROWS))('section %s keeps its %i statements or more', (section, least) => {
  expect(rows.filter((row) => row.section === section).length).toBeGreaterThanOrEqual(least);
});
