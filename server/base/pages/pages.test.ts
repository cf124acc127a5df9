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
    <link data-for="home" rel="modulepreload" crossorigin="" href="/assets/Home-BE_F4kdO.js">
    <link data-for="home" rel="preload" as="style" crossorigin="" href="/assets/home-CF_F4kdO.css">
    <link data-for="home /home/modules/$omiconId" rel="modulepreload" crossorigin="" href="/assets/shared-DF_F4kdO.js">
    <link data-for="/home/modules/$omiconId" rel="modulepreload" crossorigin="" href="/assets/ModulePage-DF_F4kdO.js">
    <link data-for="/home/recent-files /home/data-listing" rel="modulepreload" crossorigin="" href="/assets/FileLists-DF_F4kdO.js">
    <link data-for="/" rel="modulepreload" crossorigin="" href="/assets/Landing-DF_F4kdO.js">
    <link data-for="preview" rel="modulepreload" crossorigin="" href="/assets/Preview-DF_F4kdO.js">
    <link data-for="pdf" rel="modulepreload" crossorigin="" href="/assets/PdfPreview-DF_F4kdO.js">
    <title>Omicon</title>
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

const FRAME = ['start', 'Home', 'home', 'shared'];

test.each([
  { address: '/home/recent-files', outline: 'home', links: [...FRAME, 'FileLists'] },
  { address: '/home/recent-files/?page=2', outline: 'home', links: [...FRAME, 'FileLists'] },
  { address: '/home/modules/OM.CM.7?tab=members', outline: 'home', links: [...FRAME, 'ModulePage'] },
  { address: '/home/modules/OM.CM.7/more', outline: 'home', links: FRAME },
  { address: '/home/resources/gene-set?geneSetOmiconID=GS1', outline: 'menuless', links: FRAME },
  {
    address: '/home/analyses/analysis-data/files?analysisId=7&pdf_name=Modules.PDF',
    outline: 'home',
    links: [...FRAME, 'Preview', 'PdfPreview'],
  },
  {
    address: '/home/recent-files?file=OM.DS.7%2FModules.pdf',
    outline: 'home',
    links: [...FRAME, 'FileLists', 'Preview', 'PdfPreview'],
  },
  { address: '/home/data-listing?file=a.csv', outline: 'home', links: [...FRAME, 'FileLists', 'Preview'] },
  { address: '/?file=a.pdf', outline: 'public', links: ['start', 'Landing'] },
  { address: '/', outline: 'public', links: ['start', 'Landing'] },
  { address: '/homes', outline: 'public', links: ['start'] },
  { address: '//', outline: 'public', links: ['start', 'Landing'] },
])(
  '$address begins with the scripts of its frame and its screen, and of the viewer of a file that it opens',
  async ({ address, outline, links }) => {
    const { body } = await app.inject({ url: address });
    expect(/data-outline="(\w+)"/.exec(body)?.[1]).toBe(outline);
    expect([...body.matchAll(/href="\/assets\/(\w+)-/g)].map(([, name]) => name)).toEqual(links);
    expect(body).toContain('<title>Omicon</title>');
  },
);
