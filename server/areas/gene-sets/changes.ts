/** Creating, editing, deleting and restoring gene sets. */
import {
  checkGenes,
  createGeneSets,
  deleteGeneSet,
  restoreGeneSet,
  updateGeneSet,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { canDeleteGeneSet, canEditGeneSet, OTHER } from '@omicon/domain/records/gene-sets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveInThread, serveWrite } from '../../base/http/serve.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { refuseLateReturn } from '../../records/access/deleted.ts';
import { findPersonName } from '../../records/person/people.ts';
import { toItem } from './items.ts';
import { genesAsWritten, readGeneFile, repairLists, toReport } from './prepare.ts';
import { findGeneSet } from './sql.ts';
import * as changes from './sql-changes.ts';

interface Fields {
  setName: string;
  setSize: string;
  pubMedId: string;
  category: string;
  otherCategory: string;
  species: string;
  otherSpecies: string;
  description: string;
}

function contentOf(fields: Fields, genes: string[] | null) {
  return {
    name: fields.setName,
    category: fields.category === OTHER ? fields.otherCategory : fields.category,
    species: fields.species === OTHER ? fields.otherSpecies : fields.species,
    size: fields.setSize === '' ? (genes?.length ?? null) : Number(fields.setSize),
    pubmed_id: fields.pubMedId === '' ? null : fields.pubMedId,
    description: fields.description,
    genes,
  };
}

async function lockLiving(tx: Tx, principal: Principal, id: number): Promise<changes.LockedGeneSet> {
  const set = await changes.lockGeneSet(tx, principal, id);
  if (!set || set.is_deleted) throw notFound('gene set');
  return set;
}

function refuse(what: string): PortalError {
  return new PortalError(
    'permission_denied',
    `Only its owner or an administrator can ${what} this gene set.`,
  );
}

function refuseStale(set: changes.LockedGeneSet, version: number): void {
  if (set.version === version) return;
  throw new PortalError(
    'conflict',
    `Somebody else changed this gene set: it is at version ${set.version} now, and you began with version ${version}. Please reload it.`,
  );
}

export const geneSetChangeRoutes: Route[] = [
  serveInThread(checkGenes, async ({ db, body }) => {
    const { table, lists } = await repairLists(db, await readGeneFile(body.file), body.species);
    return { table, results: lists.map(toReport) };
  }),

  serveWrite(
    createGeneSets,
    async ({ db, principal, body, audit }) => {
      const lists = await readGeneFile(body.file);
      const { species } = contentOf(body, null);
      const repaired = body.repair ? (await repairLists(db, lists, species)).lists : null;
      const owner = await findPersonName(db, principal.person_id);
      const by = { person_id: principal.person_id, owner };
      const results = [];
      for (const [index, list] of lists.entries()) {
        const own = list.name === null ? {} : { setName: list.name, setSize: '' };
        const description = list.description ?? body.description;
        const genes = repaired?.[index]?.repair.genes ?? genesAsWritten(list);
        const id = await changes.createGeneSet(
          db,
          { ...contentOf({ ...body, ...own, description }, genes), genes },
          by,
        );
        await audit({ action: 'create gene set', object_type: 'GS', object_number: id });
        const row = await findGeneSet(db, principal, { id, version: undefined });
        if (row) results.push(toItem(row, principal));
      }
      return { results };
    },
    { isCostly: true },
  ),

  serveWrite(
    updateGeneSet,
    async ({ db, principal, params, body, audit }) => {
      const set = await lockLiving(db, principal, params.id);
      if (!canEditGeneSet(principal, set)) throw refuse('edit');
      refuseStale(set, body.version);
      const genes = body.file ? await readOneSet(db, { ...body, file: body.file }) : set.genes;
      await changes.replaceGeneSet(db, params.id, contentOf(body, genes));
      await audit({ action: 'edit gene set', object_type: 'GS', object_number: params.id });
      const row = await findGeneSet(db, principal, { id: params.id, version: undefined });
      if (!row) throw notFound('gene set');
      return toItem(row, principal);
    },
    { isCostly: true },
  ),

  serveWrite(deleteGeneSet, async ({ db, principal, params, query, audit }) => {
    const set = await lockLiving(db, principal, params.id);
    if (!canDeleteGeneSet(principal, set)) throw refuse('delete');
    if (query.version !== undefined) refuseStale(set, query.version);
    await changes.setGeneSetDeleted(db, params.id, true);
    await audit({ action: 'delete gene set', object_type: 'GS', object_number: params.id });
    return { detail: `${set.name} is deleted. It can be restored for 30 days.` };
  }),

  serveWrite(restoreGeneSet, async ({ db, principal, params, audit }) => {
    const set = await changes.lockGeneSet(db, principal, params.id);
    // Without the right to restore it, a deleted set looks like a missing one.
    if (!set?.is_deleted || !canDeleteGeneSet(principal, set)) throw notFound('deleted gene set');
    refuseLateReturn({ ...set, title: set.name });
    await changes.setGeneSetDeleted(db, params.id, false);
    await audit({ action: 'restore gene set', object_type: 'GS', object_number: params.id });
    return { detail: 'The gene set is restored.' };
  }),
];

/** Genes of a file that replace those of a set. */
async function readOneSet(
  tx: Tx,
  body: Fields & { file: { name: string; content: string }; repair: boolean },
): Promise<string[]> {
  const lists = await readGeneFile(body.file);
  const [list] = lists;
  if (list === undefined || lists.length > 1) {
    const sentence = `This file holds ${lists.length} sets; one gene set is replaced by a file of one set.`;
    throw new PortalError('invalid_input', sentence, { fields: { file: sentence } });
  }
  if (!body.repair) return genesAsWritten(list);
  const { lists: repaired } = await repairLists(tx, [list], contentOf(body, null).species);
  return repaired[0]?.repair.genes ?? [];
}
