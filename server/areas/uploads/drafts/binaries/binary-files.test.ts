/** Binary files, from their upload to a data set. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { getDraft, saveDraftMap, storeDraft } from '@omicon/contract/areas/drafts.ts';
import type { Group } from 'h5wasm/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCategories,
  addFrame,
  addNumbers,
  addSparse,
  writeHdf5,
} from '../../../../bring-programs/forms/hdf5/write-hdf5.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test-support/portal.ts';
import { uploading } from '../../../../test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
let folder: string;
const uploads = uploading(() => ({ portal, lab }));

beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-binary-'));
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function bytesOf(write: (root: Group) => void): Promise<Buffer> {
  const file = path.join(folder, 'file.h5ad');
  await writeHdf5(file, write);
  return readFile(file);
}

async function bring(name: string, bytes: Buffer): Promise<number> {
  return uploads.uploadWhole(bytes, { kind: 'data', files: [{ name, size_bytes: bytes.length }] });
}

const draftOf = async (id: number) => (await portal.call(getDraft, { as: lab, params: { id } })).reply;

const GENES = ['SOX10', 'OLIG2', 'MBP', 'CX3CR1', 'P2RY12', 'IDH1'];
/** Four donors of 30 cells, half of them of each type. */
const CELLS = Array.from({ length: 120 }, (_, at) => ({ donor: at % 4, type: at < 60 ? 0 : 1 }));

function addCells(root: Group): void {
  const obs = addFrame(
    root,
    'obs',
    CELLS.map((_, at) => `C${at}`),
  );
  addCategories(
    obs,
    'donor_id',
    CELLS.map(({ donor }) => donor),
    ['D1', 'D2', 'D3', 'D4'],
  );
  addCategories(
    obs,
    'cell_type',
    CELLS.map(({ type }) => type),
    ['B cell', 'T cell'],
  );
  addFrame(root, 'var', GENES);
  const counts = CELLS.map((_, cell) => GENES.map((_gene, gene) => (cell * (gene + 3) + gene) % 7));
  addSparse(root, 'X', counts, 'csr');
}

test('single cells become samples of the grouping that is chosen, and a data set', async () => {
  const id = await bring('GSE1.h5ad.gz', gzipSync(await bytesOf(addCells)));
  const { map, proposal, fault } = await draftOf(id);
  expect(fault).toBeNull();
  expect(proposal?.form).toBe('AnnData file');
  expect(proposal?.cells?.cells).toBe(120);
  expect(proposal?.number_of_samples).toBe(8);
  expect(map?.cells).toEqual({ sample: 'donor_id', cell_type: 'cell_type', least_cells: 10 });
  if (map === null) throw new Error('The draft has no map.');
  const body = {
    ...map,
    cells: { sample: 'donor_id', cell_type: null, least_cells: 10 },
    accession: 'CELLS1',
    title: 'Cells',
    left_out: [],
  };
  await portal.call(saveDraftMap, { as: lab, params: { id }, body });
  await portal.runJobs();
  const chosen = await draftOf(id);
  expect(chosen.proposal?.number_of_samples).toBe(4);
  if (chosen.map === null) throw new Error('The draft has no map.');
  const keys = (chosen.proposal?.findings ?? []).flatMap(({ level, key }) =>
    level === 'confirm' ? [key] : [],
  );
  await portal.call(saveDraftMap, { as: lab, params: { id }, body: { ...chosen.map, confirmed: keys } });
  await portal.runJobs();
  const open = (await draftOf(id)).proposal?.findings.filter(
    ({ level }) => level === 'refused' || level === 'confirm',
  );
  expect(open).toEqual([]);
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(202);
  await portal.runJobs();
  const report = await uploads.reportOf(id);
  expect([report.status, report.faults]).toEqual(['stored', []]);
  expect(existsSync(path.join(portal.services.config.dataDir, 'drafts', `${id}-binaries`))).toBe(false);
});

test('a file without values is refused by its sentence', async () => {
  const bytes = await bytesOf((root) => {
    addFrame(root, 'obs', ['S1']);
    addFrame(root, 'var', GENES);
  });
  const { fault } = await draftOf(await bring('empty.h5ad', bytes));
  expect(fault).toContain('The AnnData file has no X');
});

test('damage that is met among the rows is said of the file', async () => {
  const bytes = await bytesOf((root) => {
    const obs = addFrame(root, 'obs', ['S1', 'S2', 'S3']);
    addCategories(obs, 'sex', [0, 1, 9], ['F', 'M']);
    addFrame(root, 'var', GENES);
    addNumbers(root, 'X', new Float64Array(18), [3, 6]);
  });
  const { fault, proposal } = await draftOf(await bring('damaged.h5ad', bytes));
  const said = `${fault ?? ''} ${proposal?.findings.map(({ sentence }) => sentence).join(' ') ?? ''}`;
  expect(said).toContain('has a code without a category: 9');
});
