/** Pictures for the help topics, which are included in the build. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import type { Browser, Page } from 'playwright-core';
import { GALLERY } from './gallery.ts';
import type { Shot } from './shots.ts';

const FOLDER = path.join(REPOSITORY, 'web/screens/help/pictures');
const MAX_BYTES = 80 * 1024;
/** Qualities, tried in this order until the picture is small enough. */
const QUALITIES = [0.85, 0.75, 0.6, 0.45];

/** Gallery screens, by picture name in the help. */
const OF_GALLERY = {
  landing: 'landing',
  collections: 'data-sets',
  treemap: 'treemap',
  lineage: 'lineage',
  networks: 'networks',
  module: 'picture',
  traits: 'traits',
  preview: 'preview-pdf',
  search: 'search',
  comments: 'comments',
  feedback: 'feedback',
} as const;

/** The screen with a new token. */
const TOKENS: Shot = {
  name: 'tokens',
  caption: 'A token that was just made',
  person: 'demo_lab',
  address: () => '/home/account',
  async prepare(page) {
    await page.getByLabel('Name of the token').fill('weekly report');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const made = page.getByRole('status').filter({ hasText: 'Token “weekly report”' });
    await made.waitFor();
    // Pictures show no real token, not even of a temporary laboratory.
    await made.locator('.identifier').evaluate((element) => {
      element.textContent = 'omicon_0000000000000000000000000000000000000000000';
    });
    await page.getByRole('heading', { name: 'Tokens for scripts' }).scrollIntoViewIfNeeded();
  },
};

function shotOf(name: string): Shot {
  const found = GALLERY.flatMap(({ shots }) => shots).find((shot) => shot.name === name);
  if (found === undefined) throw new Error(`The gallery has no picture ${name}.`);
  return found;
}

export const HELP_SHOTS: readonly Shot[] = [
  ...Object.entries(OF_GALLERY).map(([name, source]) => ({ ...shotOf(source), name })),
  TOKENS,
];

/** The current screen as WebP of at most `MAX_BYTES`, encoded by the browser. */
export async function writeHelpPicture(browser: Browser, page: Page, name: string): Promise<void> {
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
    if (bytes.length > MAX_BYTES) continue;
    writeFileSync(path.join(FOLDER, `${name}.webp`), bytes);
    console.log(`${name}: ${Math.round(bytes.length / 1024)} kB`);
    await desk.close();
    return;
  }
  throw new Error(`The picture ${name} is larger than ${MAX_BYTES} bytes in every quality.`);
}
