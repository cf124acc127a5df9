/** Creates, updates, deletes and restores attributes of every kind. */
import { ATTRIBUTE_CALLS, type AttributeFields } from '@omicon/contract/areas/attributes.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  ATTRIBUTE_KINDS,
  ATTRIBUTE_LABELS,
  type AttributeKind,
  canChangeAttributes,
  splitValues,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveWrite } from '../../base/http/serve.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { refuseLateReturn } from '../../records/access/deleted.ts';
import { recomputeTraits } from '../../records/network/trait-job.ts';
import { toDefinition } from './definitions.ts';
import * as statements from './sql.ts';
import { keepTableVersion } from './table-versions.ts';

type Stored = Pick<statements.AttributeContent, 'value_labels' | 'follow_up' | 'unit'>;

const NOTHING: Stored = { value_labels: {}, follow_up: null, unit: null };

/** @param stored of an attribute that is changed: a caller who does not send these keeps them */
function contentOf(fields: AttributeFields, stored: Stored = NOTHING): statements.AttributeContent {
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
    value_labels: fields.value_labels ?? stored.value_labels,
    follow_up: fields.follow_up === undefined ? stored.follow_up : fields.follow_up || null,
    unit: fields.unit === undefined ? stored.unit : fields.unit || null,
  };
}

type Ordered = Pick<statements.StoredAttribute, 'name' | 'possible_values'>;

/** Two groups of samples are coded in the order in which their attribute lists them. */
async function followOrder(
  tx: Tx,
  kind: AttributeKind,
  { before, after }: { before?: Ordered; after?: Ordered },
): Promise<void> {
  const isSame =
    before?.name === after?.name && before?.possible_values.join('\n') === after?.possible_values.join('\n');
  if (kind !== 'sample' || isSame) return;
  const listed = [before, after].filter((each) => each !== undefined && each.possible_values.length > 0);
  for (const name of new Set(listed.map((each) => each?.name ?? ''))) await recomputeTraits(tx, name);
}

/** Reviewers may never change attributes, whatever they were granted. */
function refuseReviewers(
  principal: Principal,
  kind: AttributeKind,
  action: 'CREATE' | 'MODIFY' | 'DELETE',
): void {
  if (canChangeAttributes(principal, kind, action)) return;
  throw new PortalError('permission_denied', `Reviewers cannot change ${ATTRIBUTE_LABELS[kind]}s.`);
}

async function refuseTakenName(
  tx: Tx,
  { kind, name, except }: { kind: AttributeKind; name: string; except: number | null },
): Promise<void> {
  if (!(await statements.isNameTaken(tx, { kind, name, except }))) return;
  const sentence = `Another ${ATTRIBUTE_LABELS[kind]} is already called ${name}.`;
  throw new PortalError('conflict', sentence, { fields: { sampleAttributeSource: sentence } });
}

/** An attribute added by people that is not deleted; locks its table until the transaction ends. */
async function getChangeable(
  tx: Tx,
  { kind, id, version }: { kind: AttributeKind; id: number; version: number | undefined },
): Promise<statements.StoredAttribute> {
  await statements.lockTable(tx, kind);
  const attribute = await statements.findAttribute(tx, { kind, id });
  if (!attribute || attribute.is_deleted) throw notFound(ATTRIBUTE_LABELS[kind]);
  if (!attribute.deletable)
    throw new PortalError('permission_denied', `${attribute.name} belongs to the portal and stays as it is.`);
  if (version === undefined || version === attribute.version) return attribute;
  throw new PortalError(
    'conflict',
    `Somebody else changed this attribute: it is at version ${attribute.version} now, and you began with version ${version}. Please reload it.`,
  );
}

async function readBack(tx: Tx, principal: Principal, { kind, id }: { kind: AttributeKind; id: number }) {
  const row = await statements.findAttributeWithUse(tx, principal, { kind, id });
  if (!row) throw notFound(ATTRIBUTE_LABELS[kind]);
  return toDefinition(row);
}

function changesOf(kind: AttributeKind): Route[] {
  const { create, update, remove, restore } = ATTRIBUTE_CALLS[kind];
  const what = ATTRIBUTE_LABELS[kind];
  const keep = (tx: Tx, { person_id }: Principal, change: string) =>
    keepTableVersion(tx, kind, { change, person_id });
  return [
    serveWrite(create, async ({ db, principal, body, audit }) => {
      refuseReviewers(principal, kind, 'CREATE');
      await statements.lockTable(db, kind);
      const name = body.sampleAttributeSource;
      await refuseTakenName(db, { kind, name, except: null });
      const content = contentOf(body);
      const [id = 0] = await statements.createAttributes(db, kind, [{ ...content, deletable: true }]);
      await followOrder(db, kind, { after: content });
      await keep(db, principal, `Added ${name}`);
      await audit({ action: `create ${what}`, detail: { id } });
      return readBack(db, principal, { kind, id });
    }),

    serveWrite(update, async ({ db, principal, params, body, audit }) => {
      refuseReviewers(principal, kind, 'MODIFY');
      const stored = await getChangeable(db, { kind, id: params.id, version: body.version });
      const { id } = stored;
      const name = body.sampleAttributeSource;
      await refuseTakenName(db, { kind, name, except: id });
      const content = contentOf(body, stored);
      await statements.replaceAttribute(db, id, content);
      await followOrder(db, kind, { before: stored, after: content });
      await keep(db, principal, `Changed ${name}`);
      await audit({ action: `edit ${what}`, detail: { id } });
      return readBack(db, principal, { kind, id });
    }),

    serveWrite(remove, async ({ db, principal, params, query, audit }) => {
      refuseReviewers(principal, kind, 'DELETE');
      const stored = await getChangeable(db, { kind, id: params.id, version: query.version });
      const { id, name } = stored;
      await statements.setAttributeDeleted(db, id, true);
      await followOrder(db, kind, { before: stored });
      await keep(db, principal, `Deleted ${name}`);
      await audit({ action: `delete ${what}`, detail: { id } });
      return { detail: `${name} is deleted. It can be restored for 30 days.` };
    }),

    serveWrite(restore, async ({ db, principal, params, audit }) => {
      refuseReviewers(principal, kind, 'DELETE');
      await statements.lockTable(db, kind);
      const attribute = await statements.findAttribute(db, { kind, id: params.id });
      if (!attribute?.is_deleted) throw notFound(`deleted ${what}`);
      const { id, name } = attribute;
      refuseLateReturn({ ...attribute, title: name });
      await refuseTakenName(db, { kind, name, except: id });
      await statements.setAttributeDeleted(db, id, false);
      await followOrder(db, kind, { after: attribute });
      await keep(db, principal, `Restored ${name}`);
      await audit({ action: `restore ${what}`, detail: { id } });
      return { detail: `${name} is back.` };
    }),
  ];
}

export const attributeChangeRoutes: Route[] = ATTRIBUTE_KINDS.flatMap(changesOf);
