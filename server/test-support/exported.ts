/** Archives of records as people download them, imported again. */
import { createDownload, createDownloadLink } from '@omicon/contract/areas/downloads.ts';
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import { expect } from 'vitest';
import { verifyConsistency } from '../database/operations/verify.ts';
import { fetchBytes, readZip } from './downloads.ts';
import { takeIn } from './intake.ts';
import type { Caller, TestPortal } from './portal.ts';
import { ALL_IN_ORDER, hashRecords } from './tables.ts';

interface Exported {
  as: Caller;
  /** the import of the records */
  stored: Pick<IntakeReport, 'units'>;
}

const ENTITIES: Readonly<Record<string, 'dc' | 'ds' | 'project'>> = {
  'data collection': 'dc',
  'data set': 'ds',
  analysis: 'project',
};

/** The records of an import as one archive, by the calls of the portal. */
export async function downloadRecords(
  portal: TestPortal,
  { as, stored: { units } }: Exported,
): Promise<Map<string, Buffer>> {
  const folders = units.map(({ kind, omicon_id }) => {
    const entity_type = ENTITIES[kind];
    if (entity_type === undefined) throw new Error(`A ${kind} is not downloaded.`);
    return { entity_type, entity_id: Number(omicon_id?.split('.')[2]) };
  });
  const { reply } = await portal.call(createDownload, { as, body: { type: 'zip', folders } });
  await portal.runJobs();
  const link = await portal.call(createDownloadLink, { as, params: { id: reply.id } });
  return readZip((await fetchBytes(portal, link.reply.url, as)).bytes);
}

/** `data set TITLE new` of each record. */
export function outcomesOf({ units }: Pick<IntakeReport, 'units'>): string[] {
  return units.map(({ kind, title, outcome }) => `${kind} ${title} ${outcome}`);
}

/** Imports the archive of what a report has, and expects that all of it is there already. */
export async function expectUnchanged(portal: TestPortal, { as, stored }: Exported): Promise<void> {
  const exported = await downloadRecords(portal, { as, stored });
  const before = await hashRecords(portal.services.db);
  const again = await takeIn(portal, Object.fromEntries(exported));
  expect(again).toMatchObject({ faults: [], not_understood: [], missing_files: [] });
  expect(outcomesOf(again)).toEqual(stored.units.map(({ kind, title }) => `${kind} ${title} unchanged`));
  expect(await hashRecords(portal.services.db)).toEqual(before);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
}
