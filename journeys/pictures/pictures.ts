/**
 * `npm run pictures`: takes the pictures for the help and `docs/gallery/` from the demo laboratory, and writes the
 * page of the gallery. Words after `--` select the pictures with one of them in the name.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import { installTool } from '@omicon/server/test-support/debian/debian-packages.ts';
import { PNGQUANT } from '@omicon/server/test-support/debian/debian-tools.ts';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openVisitor, signIn } from '../browser/browser.ts';
import { type Portal, startSingle } from '../harness/portal.ts';
import { GALLERY } from './gallery.ts';
import { writeGalleryPage } from './gallery-page.ts';
import { HELP_SHOTS, writeHelpPicture } from './help-pictures.ts';
import { NOW, prepareLaboratory } from './picture-laboratory.ts';
import { largestDifference, shrinkPng } from './png.ts';
import type { PictureRecords, Shot } from './shots.ts';

const FOLDER = path.join(REPOSITORY, 'docs/gallery');
const HELP_SIZE = { width: 1200, height: 750 };

/** Variants of a gallery picture; the mark is part of the file name. */
const LOOKS = [
  { mark: '', size: { width: 1440, height: 900 }, scheme: 'light' },
  { mark: '-dark', size: { width: 1440, height: 900 }, scheme: 'dark' },
  { mark: '-390', size: { width: 390, height: 844 }, scheme: 'light' },
] as const;

/** Patterns of variable text, with their replacements. */
const UNSTEADY: readonly [RegExp, string][] = [
  [/http:\/\/localhost:\d+/, 'https://omicon.example.org'],
  [/(Ranked in|Execution time) [\d.]+ (seconds?|s)\b/, '$1 …'],
];

/** Tolerance for antialiasing differences between runs, which are invisible. */
const UNSEEN = 24;

const words = process.argv.slice(2);
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  // Wait until all fonts have loaded.
  await page.evaluate('document.fonts.ready.then(() => true)');
}

interface Desk {
  portal: Portal;
  browser: Browser;
  records: PictureRecords;
}

/** A page of a person, with the clock set to the date of the pictures. */
async function openPage({ portal, browser }: Desk, person: Shot['person']): Promise<Page> {
  const visitor = await openVisitor(browser, portal.address);
  await visitor.page.clock.setFixedTime(NOW);
  if (person !== null) await signIn(visitor, person);
  return visitor.page;
}

/** Replaces text that depends on clock or machine, so that pictures stay the same. */
async function steady(page: Page): Promise<void> {
  for (const [pattern, instead] of UNSTEADY) {
    // From the last match on: a replaced one no longer matches, which would shift the later ones.
    for (const match of (await page.getByRole('main').getByText(pattern).all()).toReversed()) {
      const text = ((await match.textContent()) ?? '').replaceAll(new RegExp(pattern, 'g'), instead);
      await match.evaluate((element, calm) => {
        element.textContent = calm;
      }, text);
    }
  }
}

/** Keeps the existing picture if the new one looks the same. */
function writeUnlessSame(file: string, png: Buffer): void {
  const isSame = existsSync(file) && largestDifference(readFileSync(file), png) <= UNSEEN;
  if (!isSame) writeFileSync(file, png);
  console.log(`${path.basename(file)}: ${isSame ? 'as it was' : `${Math.round(png.length / 1024)} kB`}`);
}

async function show(page: Page, { address, prepare }: Shot, records: PictureRecords): Promise<void> {
  await page.goto(address(records));
  await settle(page);
  await prepare?.(page);
  await steady(page);
  await page.mouse.move(0, 0);
}

/** Failures by picture name; the other pictures are still taken. */
const failures: string[] = [];

async function attempt(name: string, take: () => Promise<void>): Promise<void> {
  await take().catch((error: unknown) => failures.push(`${name}: ${String(error).slice(0, 400)}`));
}

async function takeHelpPictures(desk: Desk): Promise<void> {
  const shots = HELP_SHOTS.filter(({ name }) => isWanted(name));
  for (const person of new Set(shots.map((shot) => shot.person))) {
    const page = await openPage(desk, person);
    await page.setViewportSize(HELP_SIZE);
    await page.emulateMedia({ colorScheme: 'light' });
    for (const shot of shots.filter((each) => each.person === person)) {
      await attempt(`${shot.name} of the help`, async () => {
        await show(page, shot, desk.records);
        await writeHelpPicture(desk.browser, page, shot.name);
      });
    }
    await page.context().close();
  }
}

async function takeGallery(desk: Desk): Promise<void> {
  const shots = GALLERY.flatMap((group) => group.shots).filter(({ name }) => isWanted(name));
  for (const person of new Set(shots.map((shot) => shot.person))) {
    const page = await openPage(desk, person);
    for (const shot of shots.filter((each) => each.person === person)) {
      for (const { mark, size, scheme } of LOOKS) {
        if (scheme === 'dark' && !shot.isAlsoDark) continue;
        await attempt(`${shot.name}${mark}`, async () => {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: scheme });
          await show(page, shot, desk.records);
          writeUnlessSame(path.join(FOLDER, `${shot.name}${mark}.png`), shrinkPng(await page.screenshot()));
        });
      }
    }
    await page.context().close();
  }
}

if (!installTool(PNGQUANT)) throw new Error('The pictures need pngquant.');
mkdirSync(FOLDER, { recursive: true });
// Fixed, because bug reports include the browser's time zone and times are shown in it.
process.env.TZ = 'UTC';
const portal = await startSingle({ args: [] });
const browser = await openBrowser();
try {
  const desk = { portal, browser, records: await prepareLaboratory(portal) };
  await takeGallery(desk);
  // Last, because they create a token.
  await takeHelpPictures(desk);
  writeGalleryPage(FOLDER);
  if (failures.length > 0) throw new Error(`Not taken:\n${failures.join('\n')}`);
} finally {
  await browser.close();
  await portal.remove();
}
