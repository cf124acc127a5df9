/** One person in a laboratory: the start of journeys whose tests follow each other on the same pages. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Portal } from '../harness/portal.ts';
import { closeVisitors, openVisitor, shareBrowser, type Visitor } from './browser.ts';
import { type LaboratoryName, startLaboratory } from './prepared.ts';

/**
 * Opens the laboratory before the tests of a describe block, and expects afterwards that nothing went wrong on the pages.
 * @param enter how the person comes in
 * @returns the person, once the tests run
 */
export function visit(name: LaboratoryName, enter: (visitor: Visitor) => Promise<void>): () => Visitor {
  let portal: Portal | undefined;
  let browser: Browser | undefined;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    portal = await startLaboratory(name);
    browser = await shareBrowser();
    visitor = await openVisitor(browser, portal.address);
    await enter(visitor);
  });
  afterAll(async () => {
    await closeVisitors();
    await portal?.remove();
    expect(visitor?.troubles).toEqual([]);
  });
  return () => {
    if (visitor === undefined) throw new Error('The tests have not begun.');
    return visitor;
  };
}
