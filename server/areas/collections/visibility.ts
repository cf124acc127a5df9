/** The visibility of a data collection, with all that is made from it. */
import {
  getVisibilityChange,
  setCollectionVisibility,
  type VisibilityChange,
} from '@omicon/contract/areas/visibility.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { canChangeVisibility } from '@omicon/domain/permissions/visibility.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  countWhatComesWith,
  type DependentRecord,
  type Locking,
  listDependentRecords,
  setVisibility,
} from '../../records/access/visibility.ts';
import { findConcerned } from './sql.ts';

interface Concerned {
  title: string;
  /** the collection and what is made from it, deleted records included */
  records: DependentRecord[];
}

async function listConcerned(
  db: Db,
  principal: Principal,
  { id, ...locking }: { id: number } & Locking,
): Promise<Concerned> {
  const collection = await findConcerned(db, principal, { id, ...locking });
  if (collection === undefined) throw notFound('data collection');
  const dependent = await listDependentRecords(db, { entity_type: 'dc', number: id }, locking);
  return { title: collection.title, records: [collection, ...dependent] };
}

async function describeChange(
  db: Db,
  principal: Principal,
  records: readonly DependentRecord[],
  to: VisibilityChange['to'],
): Promise<VisibilityChange> {
  const changed = records.filter(({ visibility, is_living }) => is_living && visibility !== to);
  const of = (type: DependentRecord['entity_type']) =>
    changed.filter(({ entity_type }) => entity_type === type).length;
  return {
    from: records[0]?.visibility ?? to,
    to,
    data_sets: of('ds'),
    analyses: of('project'),
    ...(await countWhatComesWith(db, changed)),
    of_others: changed.filter(({ owner_id }) => owner_id !== principal.person_id).length,
    can_change: canChangeVisibility(principal, records),
  };
}

const SAID = {
  public: 'can be read by everybody now, guests included.',
  private: 'can be read by the laboratory and its owner only now.',
} as const;

export const visibilityRoutes: Route[] = [
  serve(getVisibilityChange, async ({ db, principal, params }) => {
    const { records } = await listConcerned(db, principal, { ...params, isLocked: false });
    const to = records[0]?.visibility === 'public' ? 'private' : 'public';
    return describeChange(db, principal, records, to);
  }),

  serveWrite(setCollectionVisibility, async ({ db, principal, params, body, audit }) => {
    const { title, records } = await listConcerned(db, principal, { ...params, isLocked: true });
    if (!canChangeVisibility(principal, records)) {
      throw new PortalError(
        'permission_denied',
        'Only its owner or an administrator can change the visibility of this data collection; an administrator, if parts of it belong to other people.',
      );
    }
    const { visibility } = body;
    const change = await describeChange(db, principal, records, visibility);
    await setVisibility(db, records, { visibility, versions: 'all' });
    const { data_sets, analyses, files, gene_sets } = change;
    await audit({
      action: 'change visibility',
      object_type: 'DC',
      object_number: params.id,
      detail: { from: change.from, to: visibility, data_sets, analyses, files, gene_sets },
    });
    return { ...change, detail: `${title} ${SAID[visibility]}` };
  }),
];
