/** Adding, changing, deleting and restoring sample attributes. */
import {
  createSampleAttribute,
  deleteSampleAttribute,
  restoreSampleAttribute,
  type SampleAttributeFields,
  updateSampleAttribute,
} from '@omicon/contract/attributes.ts';
import { canChangeSampleAttributes, splitValues } from '@omicon/domain/attribute-definitions.ts';
import type { Principal } from '@omicon/domain/permissions.ts';
import type { Tx } from '../../base/database.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveWrite } from '../../base/serve.ts';
import { refuseLateReturn } from '../../database/deleted.ts';
import { toDefinition } from './definitions.ts';
import * as statements from './sql.ts';
import { keepTableVersion } from './table-versions.ts';

const kind = 'sample';

function contentOf(fields: SampleAttributeFields): statements.AttributeContent {
  return {
    name: fields.sampleAttributeSource,
    attribute_type: fields.type,
    possible_values: splitValues(fields.possibleValues),
    examples: fields.examples,
    is_required: fields.required === 'Yes',
    is_indexed: fields.indexed === 'Yes',
    data_source: fields.dataSource,
    description: fields.description,
    category: fields.category === '' ? null : fields.category,
  };
}

/** Reviewers never, whatever they were granted. */
function refuseReviewers(principal: Principal, action: 'CREATE' | 'MODIFY' | 'DELETE'): void {
  if (canChangeSampleAttributes(principal, action)) return;
  throw new PortalError('permission_denied', 'Reviewers cannot change sample attributes.');
}

async function refuseTakenName(tx: Tx, name: string, except: number | null): Promise<void> {
  if (!(await statements.isNameTaken(tx, { kind, name, except }))) return;
  const sentence = `There is a sample attribute called ${name} already.`;
  throw new PortalError('conflict', sentence, { fields: { sampleAttributeSource: sentence } });
}

/** A living attribute that was added; the table is locked, so nobody else changes it. */
async function findChangeable(
  tx: Tx,
  { id, version }: { id: number; version: number | undefined },
): Promise<statements.StoredAttribute> {
  await statements.lockTable(tx, kind);
  const attribute = await statements.findAttribute(tx, { kind, id });
  if (!attribute || attribute.is_deleted) throw notFound('sample attribute');
  if (!attribute.deletable)
    throw new PortalError('permission_denied', `${attribute.name} belongs to the portal and stays as it is.`);
  if (version === undefined || version === attribute.version) return attribute;
  throw new PortalError(
    'conflict',
    `Somebody else changed this attribute: it is at version ${attribute.version} now, and you began with version ${version}. Please reload it.`,
  );
}

async function readBack(tx: Tx, principal: Principal, id: number) {
  const row = await statements.getAttribute(tx, principal, { kind, id });
  if (!row) throw notFound('sample attribute');
  return toDefinition(row);
}

export const attributeChangeRoutes: Route[] = [
  serveWrite(createSampleAttribute, async ({ db, principal, body, audit }) => {
    refuseReviewers(principal, 'CREATE');
    await statements.lockTable(db, kind);
    await refuseTakenName(db, body.sampleAttributeSource, null);
    const [id = 0] = await statements.createAttributes(db, kind, [{ ...contentOf(body), deletable: true }]);
    const change = `Added ${body.sampleAttributeSource}`;
    await keepTableVersion(db, kind, { change, person_id: principal.person_id });
    await audit({ action: 'create sample attribute', detail: { id } });
    return readBack(db, principal, id);
  }),

  serveWrite(updateSampleAttribute, async ({ db, principal, params, body, audit }) => {
    refuseReviewers(principal, 'MODIFY');
    const { id } = await findChangeable(db, { id: params.id, version: body.version });
    await refuseTakenName(db, body.sampleAttributeSource, id);
    await statements.replaceAttribute(db, id, contentOf(body));
    const change = `Changed ${body.sampleAttributeSource}`;
    await keepTableVersion(db, kind, { change, person_id: principal.person_id });
    await audit({ action: 'edit sample attribute', detail: { id } });
    return readBack(db, principal, id);
  }),

  serveWrite(deleteSampleAttribute, async ({ db, principal, params, query, audit }) => {
    refuseReviewers(principal, 'DELETE');
    const { id, name } = await findChangeable(db, { id: params.id, version: query.version });
    await statements.setAttributeDeleted(db, id, true);
    await keepTableVersion(db, kind, { change: `Deleted ${name}`, person_id: principal.person_id });
    await audit({ action: 'delete sample attribute', detail: { id } });
    return { detail: `${name} is deleted. It can be restored for 30 days.` };
  }),

  serveWrite(restoreSampleAttribute, async ({ db, principal, params, audit }) => {
    refuseReviewers(principal, 'DELETE');
    await statements.lockTable(db, kind);
    const attribute = await statements.findAttribute(db, { kind, id: params.id });
    if (!attribute?.is_deleted) throw notFound('deleted sample attribute');
    refuseLateReturn({ ...attribute, title: attribute.name });
    await refuseTakenName(db, attribute.name, attribute.id);
    await statements.setAttributeDeleted(db, attribute.id, false);
    await keepTableVersion(db, kind, {
      change: `Restored ${attribute.name}`,
      person_id: principal.person_id,
    });
    await audit({ action: 'restore sample attribute', detail: { id: attribute.id } });
    return { detail: `${attribute.name} is back.` };
  }),
];
