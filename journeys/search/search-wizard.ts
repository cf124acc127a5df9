/** The wizard of the advanced search on real input, and what an independent program found in the same files. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { CORPUS } from '../browser/corpus-files.ts';
import { writeSmallCollection } from '../records/small-collection.ts';

interface Answer {
  columns: string[];
  rows: (string | number)[][];
}

/** Rows that an independent program read from the files of the corpus, as the grid writes them. */
export function readAnswer(name: string, shown: readonly string[]): string[][] {
  const file = path.join(CORPUS, 'answers/queries', `${name}.json`);
  const { columns, rows } = JSON.parse(readFileSync(file, 'utf8')) as Answer;
  return rows.map((row) => shown.map((column) => String(row[columns.indexOf(column)])));
}

/** P as the grid shows it: two digits. */
export function shownP(p: string): string {
  const number = Number(p);
  return number >= 0.001 ? String(Number(number.toPrecision(2))) : number.toExponential(1);
}

export const LAB_SAMPLES = 12;

/** A data collection that only the laboratory may see, as a folder. */
export function writeLabCollection(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-lab-'));
  const files = writeSmallCollection({ name: 'LABONLY', samples: LAB_SAMPLES, features: 5 });
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content.replaceAll('Availability,Public', 'Availability,Laboratory'));
  }
  return folder;
}

export function encode(query: object): string {
  return Buffer.from(JSON.stringify(query)).toString('base64url');
}

/** What the cells of a column hold, not shortened. */
export async function readColumn(grid: Locator, column: number): Promise<string[]> {
  const cells = grid.locator(`td[data-column="${column}"]`);
  return Promise.all((await cells.all()).map(async (cell) => (await cell.getAttribute('title')) ?? ''));
}

/** The parts of the wizard on a page, and what is done there. */
export function wizardOn(page: () => Page) {
  const total = () => page().locator('main').getByRole('status').last();
  const rule = (name: string) => page().getByRole('group', { name, exact: true });
  const steps = () => page().getByRole('navigation', { name: 'Steps of the search' });
  const inAddress = (name: string) => new URL(page().url()).searchParams.get(name);
  const results = () => page().getByRole('grid', { name: 'Covariation modules' });

  async function addRule(typed: string, option: string): Promise<void> {
    const chooser = page().getByRole('combobox', { name: 'Add a rule', exact: true });
    await chooser.focus();
    await page().keyboard.type(typed);
    const left = page().getByRole('listbox', { name: 'Add a rule', exact: true }).getByRole('option');
    await left.first().filter({ hasText: option }).waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    // What is typed next is meant for the rule.
    await rule(option).locator(':focus').waitFor();
  }

  /** Waits until the numbers on the screen are those of the query as it stands. */
  async function untilCounted(): Promise<void> {
    await total().and(page().locator('[aria-busy="false"]')).waitFor();
  }

  return { total, rule, steps, inAddress, results, addRule, untilCounted };
}
