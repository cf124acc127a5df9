/** The demo laboratory with a browser: the start of most journeys. */
import type { Browser } from 'playwright-core';
import { type Portal, signInByToken } from '../harness/portal.ts';
import { type DemoRecords, findRecords } from './addresses.ts';
import { closeVisitors, shareBrowser } from './browser.ts';
import { startLaboratory } from './prepared.ts';

export interface Demo {
  portal: Portal;
  browser: Browser;
  records: DemoRecords;
  close(): Promise<void>;
}

/** @param title of the analysis that `records` are taken from; by default any */
export async function openDemo(title?: string): Promise<Demo> {
  const portal = await startLaboratory('demo');
  try {
    const browser = await shareBrowser();
    const person = await signInByToken(portal.address, 'demo_admin');
    const records = await findRecords(person, title);
    return {
      portal,
      browser,
      records,
      async close() {
        await closeVisitors();
        await portal.remove();
      },
    };
  } catch (error) {
    await portal.remove();
    throw error;
  }
}
