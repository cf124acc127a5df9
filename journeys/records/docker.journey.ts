/** Docker images of a network: request, download, verify with independent tools, and run. */
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTool } from '../../server/test-support/debian/debian-packages.ts';
import { IMAGE_TOOLS } from '../../server/test-support/debian/debian-tools.ts';
import {
  closeVisitors,
  expectAccessible,
  informed,
  isLateSocket,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { expectHeading, hashFile } from '../browser/screens.ts';
import { CORPUS } from '../harness/corpus-files.ts';
import { type Caller, freePort, type Portal, signInByToken, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';
import { copyImage, inspectImage, runInside, unpackImage } from './image-tools.ts';

interface Answers {
  network: string;
  kME: { feature: string; module: string; r: number; p: number }[];
}

const COLLECTION = 'BLADDER_DYRSKJOT';

// Skipped without these tools; CI counts a skip as a failure.
const canRun = existsSync(CORPUS) && installTool(IMAGE_TOOLS);

describe.skipIf(!canRun)('images of a network', () => {
  let folder: string;
  let portal: Portal;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let person: Caller;
  let answers: Answers;
  let network: { id: number; analysis: number };
  let server: Server;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-images-'));
    answers = JSON.parse(readFileSync(path.join(CORPUS, `answers/numeric/kME_${COLLECTION}_1.json`), 'utf8'));
    portal = await startPortal({ args: ['--empty', '--import', path.join(CORPUS, COLLECTION)] });
    browser = await shareBrowser();
    person = await signInByToken(portal.address, 'demo_lab');
    network = await until('the network with its kME', findNetwork);
    visitor = await openVisitor(browser, portal.address);
    page = visitor.page;
    await signIn(visitor, 'demo_lab');
  });

  afterAll(async () => {
    server?.close();
    await closeVisitors();
    await portal?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask<T>(path: string): Promise<T> {
    return (await (await person.get(path)).json()) as T;
  }

  async function findNetwork() {
    const { results } = await ask<{ results: { id: number }[] }>('/api/analyses/');
    for (const { id: analysis } of results) {
      const { networks } = await ask<{ networks: { id: number; name: string }[] }>(
        `/api/analyses/${analysis}/`,
      );
      const found = networks.find(({ name }) => name === answers.network);
      if (!found) continue;
      const { kme_table } = await ask<{ kme_table: unknown }>(`/api/covariation-networks/${found.id}/`);
      return kme_table === null ? null : { id: found.id, analysis };
    }
    return null;
  }

  async function chooseDownload(item: string): Promise<void> {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByText("You'll be notified when your download is ready.", { exact: true }).waitFor();
  }

  /** Saves the download started by `start` under its own name. */
  async function keep(start: () => Promise<unknown>): Promise<string> {
    const coming = page.waitForEvent('download');
    await start();
    const download = await coming;
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }

  function fileOf(kind: 'modules' | 'kme'): string {
    return path.join(folder, `omicon-OM.CN.${network.id}.V1-${kind}.tar`);
  }

  /** Reads an archive in both of its formats. @returns the root of its image, and its command */
  function readBack(kind: 'modules' | 'kme') {
    const file = fileOf(kind);
    const repository = `omicon/om.cn.${network.id}${kind === 'kme' ? '-kme' : ''}`;
    const oci = inspectImage(`oci-archive:${file}:v1`);
    expect(inspectImage(`docker-archive:${file}:docker.io/${repository}:v1`)).toEqual(oci);
    expect(oci.architecture).toBe(process.arch === 'x64' ? 'amd64' : process.arch);
    expect(oci.config.Labels).toMatchObject({
      'org.omicon.omicon-id': `OM.CN.${network.id}`,
      'org.opencontainers.image.version': 'v1',
    });
    copyImage(`docker-archive:${file}:docker.io/${repository}:v1`, path.join(folder, `${kind}-docker`));
    const layout = path.join(folder, `${kind}-oci`);
    copyImage(`oci-archive:${file}:v1`, layout);
    return { root: unpackImage(layout, path.join(folder, kind)), config: oci.config };
  }

  test('the menu of a network requests the image of its modules, and the toast downloads it', async () => {
    const address = `/home/analyses/analysis-data/attributes?analysisId=${network.analysis}&mainAnalysisId=${network.analysis}&contentType=analyses&tab=networks`;
    await page.goto(address);
    await informed(page);
    await page.getByRole('link', { name: new RegExp(`^${answers.network}`) }).click();
    await expectHeading(page, /^signum .* modules$/);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const item = page.getByRole('menuitem', { name: 'Download KME Table', exact: true });
    await item.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await chooseDownload('Docker image of the modules');
    const toast = page.getByRole('status').filter({ hasText: 'Your download is ready!' });
    await toast.waitFor({ timeout: 60_000 });
    const file = await keep(() => toast.getByRole('button', { name: 'Download', exact: true }).click());
    expect(file).toBe(fileOf('modules'));
  });

  test('the address of an image downloads it and redirects home; a wrong key is reported', async () => {
    await chooseDownload('Docker image for the local KME table');
    const key = await until('the image', async () => {
      const { results } = await ask<{ results: { key: string | null; type: string }[] }>('/api/downloads/');
      return results.find(({ type }) => type === 'kme-docker')?.key ?? null;
    });
    const file = await keep(() => page.goto(`/home/docker?key=${encodeURIComponent(key)}`));
    expect(file).toBe(fileOf('kme'));
    await page.waitForURL('**/home/recent-files');
    expect(visitor.troubles.filter((trouble) => !isLateSocket(trouble))).toEqual([]);

    const other = await openVisitor(browser, portal.address);
    await signIn(other, 'demo_lab2');
    for (const [wrong, sentence] of [
      ['', 'Please provide a valid key for download'],
      ['x', 'No image has this key.'],
      [key, 'You have no image with this key.'],
    ] as const) {
      await other.page.goto(`/home/docker?key=${encodeURIComponent(wrong)}`);
      await other.page.getByText(sentence).waitFor();
      await expectAccessible(other.page);
    }
    await other.context.close();
  });

  test('the image shows the modules on its own, with nothing else on its disk', async () => {
    const { root, config } = readBack('modules');
    expect(Object.keys(config.ExposedPorts ?? {})).toEqual(['8080/tcp']);
    const port = await freePort();
    const running = runInside(root, config.Entrypoint, { PORT: String(port) });
    try {
      const address = `http://localhost:${port}`;
      await until('the viewer', async () =>
        fetch(address).then(
          (answer) => answer.ok || null,
          () => null,
        ),
      );
      await lookAround(address);
      for (const outside of ['/../program/serve-viewer.js', '/%2e%2e/package.json', '/data/', '/data'])
        expect((await fetch(`${address}${outside}`)).status, outside).toBe(404);
    } finally {
      running.kill('SIGTERM');
    }
    expect(await new Promise((resolve) => running.once('exit', (code) => resolve(code)))).toBe(0);
    await serveFolder(path.join(root, 'omicon/viewer'));
  });

  /** A browser for the viewer, without the portal. */
  async function lookAround(address: string): Promise<void> {
    const person = await openVisitor(browser, address);
    const at = person.page;
    const shown = await ask<{ total: number; results: { name: string; pos_bc: number }[] }>(
      `/api/covariation-networks/${network.id}/modules/?page_size=100`,
    );
    await at.goto('/');
    await at.getByRole('heading', { level: 1, name: answers.network, exact: true }).waitFor();
    const grid = at.getByRole('table', { name: `${shown.total} modules` });
    await expect.poll(() => grid.getByRole('row').count()).toBe(shown.total + 1);
    await expectAccessible(at);
    await grid.getByRole('link', { name: 'turquoise', exact: true }).click();
    await at.getByRole('img', { name: /^Module eigengene of turquoise over \d+ samples$/ }).waitFor();
    await at.getByLabel('Module definition').selectOption('PosBC');
    const members = at.getByRole('table', { name: 'Members of turquoise' });
    const { pos_bc = 0 } = shown.results.find(({ name }) => name === 'turquoise') ?? {};
    await expect.poll(() => members.getByRole('row').count()).toBe(Math.min(pos_bc, 500) + 1);
    await expectAccessible(at);
    const [first] = answers.kME;
    if (!first) throw new Error('There are no answers.');
    await at.getByRole('searchbox', { name: 'Find a feature' }).fill(first.feature.toLowerCase());
    await at.keyboard.press('Enter');
    const found = at.getByRole('table', { name: `${first.feature} in ${shown.total} modules` });
    await found.waitFor();
    for (const { module, r } of answers.kME.filter(({ feature }) => feature === first.feature)) {
      const row = found.getByRole('row').filter({ has: at.getByRole('link', { name: module, exact: true }) });
      const kme = await row.getByRole('cell').nth(1).getAttribute('title');
      expect(Math.abs(Number(kme) - r), module).toBeLessThan(1e-6);
    }
    await expectAccessible(at);
    expect(person.troubles.filter((trouble) => !isLateSocket(trouble))).toEqual([]);
    await person.context.close();
  }

  /** The same files, unpacked and served by a generic static server. */
  async function serveFolder(viewer: string): Promise<void> {
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.css': 'text/css',
    };
    server = createServer((request, response) => {
      const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
      response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream');
      createReadStream(path.join(viewer, name)).pipe(response);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
    await lookAround(`http://localhost:${port}`);
  }

  test('the kME table rebuilt by the image equals the stored one, and is accurate to 1e-6', async () => {
    const { root, config } = readBack('kme');
    const running = runInside(root, config.Entrypoint, {});
    if (!running.stdout) throw new Error('The image writes nothing.');
    const table = await text(running.stdout);
    const answer = await person.send('POST', '/api/downloads/', {
      type: 'kme-table',
      co_variation_network_id: network.id,
    });
    const { link } = (await answer.json()) as { link: { url: string } | null };
    const stored = Buffer.from(await (await person.get(link?.url ?? '')).arrayBuffer());
    expect(table).toBe(gunzipSync(stored).toString());

    const [head = [], ...rows]: string[][] = parse(table);
    const identifier = 1;
    const byFeature = new Map(rows.map((row) => [row[identifier] ?? '', row]));
    expect(answers.kME.length).toBeGreaterThan(100);
    for (const { feature, module, r } of answers.kME) {
      const kme = Number(byFeature.get(feature)?.[head.indexOf(`kME${module}.cor`)]);
      expect(Math.abs(kme - r), `${feature} ${module}`).toBeLessThan(1e-6);
    }
  });

  test('an image that is built again has the same bytes', async () => {
    const body = { type: 'docker', co_variation_network_id: network.id };
    const { id } = (await (await person.send('POST', '/api/downloads/', body)).json()) as { id: string };
    await until('the second image', async () =>
      (await ask<{ state: string }>(`/api/downloads/${id}/`)).state === 'ready' ? true : null,
    );
    const { url } = (await (await person.send('POST', `/api/downloads/${id}/link/`)).json()) as {
      url: string;
    };
    const again = path.join(folder, 'again.tar');
    const bytes = Buffer.from(await (await person.get(url)).arrayBuffer());
    writeFileSync(again, bytes);
    expect(hashFile(again)).toBe(hashFile(fileOf('modules')));
  });
});
