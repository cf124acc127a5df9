/** `npm run pictures`: takes the pictures of the guide from the demo laboratory and writes them where the build finds them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import type { Browser, Page } from 'playwright-core';
import { type DemoRecords, findRecords } from './addresses.ts';
import { openBrowser, openVisitor, signIn } from './browser.ts';
import { signInByToken, startPortal, until } from './portal.ts';

const FOLDER = path.join(REPOSITORY, 'web/screens/help/pictures');
const SIZE = { width: 1200, height: 750 };
const MOST_BYTES = 80 * 1024;
/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.85, 0.75, 0.6, 0.45];

interface Shot {
  name: string;
  address(records: DemoRecords): string;
  /** brings the screen into the state to be shown */
  prepare?(page: Page): Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: 'collections', address: () => '/home/collections/data-sets' },
  {
    name: 'treemap',
    address: ({ ds }) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=samples`,
  },
  {
    name: 'lineage',
    address: ({ ds }) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=lineage`,
  },
  {
    name: 'networks',
    address: ({ analysis }) =>
      `/home/analyses/analysis-data/attributes?analysisId=${analysis}&mainAnalysisId=${analysis}&contentType=analyses&tab=networks`,
  },
  {
    name: 'preview',
    address: ({ analysis, network, pdf }) =>
      `/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}&analysisFileFolderId=${network}&pdf_name=${pdf}`,
    prepare: (page) => page.locator('canvas').first().waitFor(),
  },
  { name: 'search', address: () => '/home/global-search-results?q=glioma&scope=all' },
  {
    name: 'tokens',
    address: () => '/home/account',
    async prepare(page) {
      await page.getByLabel('Name of the token').fill('nightly report');
      await page.getByRole('button', { name: 'Make a token' }).click();
      const made = page.getByRole('status').filter({ hasText: 'Token “nightly report”' });
      await made.waitFor();
      // A picture shows no token, not even of a laboratory that is thrown away.
      await made.locator('.identifier').evaluate((place) => {
        place.textContent = 'omicon_0000000000000000000000000000000000000000000';
      });
      await page.getByRole('heading', { name: 'Tokens for scripts' }).scrollIntoViewIfNeeded();
    },
  },
];

/** The screen as it is now, as WebP of at most `MOST_BYTES`; the browser itself writes the format. */
async function writePicture(browser: Browser, page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const desk = await browser.newPage();
  for (const quality of QUALITIES) {
    const encoded = await desk.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${quality});
    })()`);
    const bytes = Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
    if (bytes.length > MOST_BYTES) continue;
    writeFileSync(path.join(FOLDER, `${name}.webp`), bytes);
    console.log(`${name}: ${Math.round(bytes.length / 1024)} kB`);
    await desk.close();
    return;
  }
  throw new Error(`The picture ${name} is larger than ${MOST_BYTES} bytes in every quality.`);
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

const portal = await startPortal({ args: [] });
const browser = await openBrowser();
try {
  const admin = await signInByToken(portal.address, 'demo_admin');
  await until('the demo laboratory', async () => {
    const answer = await admin.get('/api/analyses/');
    return ((await answer.json()) as { total: number }).total === 4 ? true : null;
  });
  const records = await findRecords(admin);
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await settle(page);
  await writePicture(browser, page, 'landing');
  await signIn(visitor, 'demo_lab');
  for (const { name, address, prepare } of SHOTS) {
    await page.goto(address(records));
    await settle(page);
    await prepare?.(page);
    await writePicture(browser, page, name);
  }
} finally {
  await browser.close();
  await portal.remove();
}
