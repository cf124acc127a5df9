/** The advanced search wizard on real data, and the expected results of an independent program. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CORPUS } from '../harness/corpus-files.ts';
import { writeSmallCollection } from '../harness/small-collection.ts';

interface Answer {
  columns: string[];
  rows: (string | number)[][];
}

/** Expected rows, computed by an independent program from the corpus, as formatted in the grid. */
export function readAnswer(name: string, shown: readonly string[]): string[][] {
  const file = path.join(CORPUS, 'answers/queries', `${name}.json`);
  const { columns, rows } = JSON.parse(readFileSync(file, 'utf8')) as Answer;
  return rows.map((row) => shown.map((column) => String(row[columns.indexOf(column)])));
}

/** P as in the grid, with two digits. */
export function shownP(p: string): string {
  const number = Number(p);
  return number >= 0.001 ? String(Number(number.toPrecision(2))) : number.toExponential(1);
}

export const LAB_SAMPLES = 12;

/** Folder of a data collection that is visible to the laboratory only. */
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

/** The full texts of a column's cells. */
export async function readColumn(grid: Locator, column: number): Promise<string[]> {
  const cells = grid.locator(`td[data-column="${column}"]`);
  return Promise.all((await cells.all()).map(async (cell) => (await cell.getAttribute('title')) ?? ''));
}

/** Titles of the columns, without that of the checkboxes. */
export async function readTitles(grid: Locator): Promise<string[]> {
  const titles = await grid.locator('th:not([data-check])').allInnerTexts();
  return titles.map((title) => title.trim());
}

/** Elements and actions of the wizard on a page. */
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
    // Fields that arrive meanwhile renew the list, and nothing in it is selected any more.
    const selected = left.filter({ hasText: option }).and(page().locator('[data-combobox-selected]'));
    await expect
      .poll(async () => {
        if ((await selected.count()) === 0) await page().keyboard.press('ArrowDown');
        return selected.count();
      })
      .toBe(1);
    await page().keyboard.press('Enter');
    // The rule takes the focus for the next input.
    await rule(option).locator(':focus').waitFor();
  }

  /** Waits until the counts on the screen are those of the current query. */
  async function untilCounted(): Promise<void> {
    await total().and(page().locator('[aria-busy="false"]')).waitFor();
  }

  return { total, rule, steps, inAddress, results, addRule, untilCounted };
}
