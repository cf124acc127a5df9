/** Chromium for tests that show stored content in a real browser. */
import { type Browser, chromium } from 'playwright-core';
import { chromiumOnPath } from './debian/debian-tools.ts';

const EXECUTABLE = process.env.OMICON_CHROMIUM ?? chromiumOnPath();

/** Tests are skipped without a browser, but not in the automatic checks. */
export const canBrowse = EXECUTABLE !== null || process.env.CI === 'true';

export function openTestBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(EXECUTABLE === null ? {} : { executablePath: EXECUTABLE }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
