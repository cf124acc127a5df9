/** The page that every address is answered with. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPages } from './pages.ts';

const INDEX = `<html data-outline="__OMICON_FRAME__"><head>
    <link rel="modulepreload" href="/assets/start-a52LfRMd.js">
    <link data-frame="home" rel="modulepreload" crossorigin="" href="/assets/Home-BE_F4kdO.js">
    <link data-frame="home" rel="preload" as="style" crossorigin="" href="/assets/home-CF_F4kdO.css">
    <link data-opens="pdf" rel="modulepreload" crossorigin="" href="/assets/PdfPreview-DF_F4kdO.js">
  </head></html>`;

let dist: string;
let app: FastifyInstance;
beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'omicon-dist-'));
  await writeFile(path.join(dist, 'index.html'), INDEX);
  app = fastify();
  await app.register(cookie);
  registerPages(app, dist);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true, force: true });
});

test.each([
  { address: '/home/recent-files', outline: 'home', links: ['start', 'Home', 'home'] },
  {
    address: '/home/resources/gene-set?geneSetOmiconID=GS1',
    outline: 'menuless',
    links: ['start', 'Home', 'home'],
  },
  {
    address: '/home/analyses/analysis-data/files?analysisId=7&pdf_name=Modules.PDF',
    outline: 'home',
    links: ['start', 'Home', 'home', 'PdfPreview'],
  },
  {
    address: '/home/recent-files?file=OM.DS.7%2FModules.pdf',
    outline: 'home',
    links: ['start', 'Home', 'home', 'PdfPreview'],
  },
  { address: '/home/recent-files?file=a.csv', outline: 'home', links: ['start', 'Home', 'home'] },
  { address: '/?file=a.pdf', outline: 'public', links: ['start'] },
  { address: '/', outline: 'public', links: ['start'] },
  { address: '/homes', outline: 'public', links: ['start'] },
])(
  '$address begins with the scripts of its frame, and of the viewer of a PDF that it opens',
  async ({ address, outline, links }) => {
    const { body } = await app.inject({ url: address });
    expect(/data-outline="(\w+)"/.exec(body)?.[1]).toBe(outline);
    expect([...body.matchAll(/href="\/assets\/(\w+)-/g)].map(([, name]) => name)).toEqual(links);
  },
);
