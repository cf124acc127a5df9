/** Chromium for tests that give what they store to a real browser. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env.OMICON_CHROMIUM ?? '/usr/bin/chromium';

/** Without a browser nothing can be shown; the automatic checks do not pass over that. */
export const canBrowse = existsSync(EXECUTABLE) || process.env.CI === 'true';

export function openTestBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
