/** Chromium for tests that show stored content in a real browser. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env.OMICON_CHROMIUM ?? '/usr/bin/chromium';

/** Tests are skipped without a browser, but not in the automatic checks. */
export const canBrowse = existsSync(EXECUTABLE) || process.env.CI === 'true';

export function openTestBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
