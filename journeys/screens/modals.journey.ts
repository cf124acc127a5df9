/** All modals: wide and narrow, light and dark. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import {
  enterAsGuest,
  expectAccessibleLayer,
  openVisitor,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { settleScreen } from '../browser/screens.ts';
import { type Portal, signInByToken } from '../harness/portal.ts';
import { ADDED_ATTRIBUTE, MODALS } from './modals.ts';

let demo: Demo;
let portal: Portal;
let browser: Browser;
let records: DemoRecords;

beforeAll(async () => {
  demo = await openDemo();
  ({ portal, browser, records } = demo);
});
afterAll(() => demo?.close());

describe('modals, wide and narrow, light and dark, without a violation', () => {
  const visitors = new Map<boolean, Visitor>();

  beforeAll(async () => {
    const boss = await signInByToken(portal.address, 'demo_admin');
    await boss.send('POST', '/api/attributes/sample/', ADDED_ATTRIBUTE);
    for (const isForGuests of [false, true]) {
      const visitor = await openVisitor(browser, portal.address);
      await (isForGuests ? enterAsGuest(visitor) : signIn(visitor, 'demo_admin'));
      visitors.set(isForGuests, visitor);
    }
  });

  test.each(MODALS)('$name', async ({ address, open, isForGuests = false }) => {
    const { page } = visitors.get(isForGuests) as Visitor;
    await page.goto(address(records));
    await settleScreen(page);
    await open(page);
    const layer = page.getByRole('dialog');
    await layer.waitFor();
    await expectAccessibleLayer(page);
    await page.keyboard.press('Escape');
    await layer.waitFor({ state: 'hidden' });
  });
});
