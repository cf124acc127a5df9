/** The theme of a module, and the history of those that people gave. Owns table module_theme. */
import { getModuleTheme, setModuleTheme } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { themeOfSetName } from '@omicon/domain/records/names/module-theme.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { personIdOf, shownName } from '../../records/person/people.ts';
import { findModule, listSetNames } from './sql-networks.ts';

/** Of the changes of a theme, the newest. */
const MOST_CHANGES = 50;

interface ChangeRow {
  theme: string | null;
  by: string | null;
  created_at: Date;
}

/** Index module_theme_module. */
async function listChanges(db: Db, module: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select t.theme, ${shownName('p')} as by, t.created_at
      from module_theme t left join person p on p.id = t.person_id
     where t.covariation_module_number = ${module} order by t.id desc limit ${MOST_CHANGES}`.execute(db);
  return rows;
}

/** Index covariation_module_number. */
async function findSets(db: Db, module: number): Promise<{ id: number; theme_set: number | null }[]> {
  const { rows } = await sql<{ id: number; theme_set: number | null }>`
    select id, theme_set from covariation_module where number = ${module}`.execute(db);
  return rows;
}

async function describeTheme(db: Db, module: { id: number; version_id: number; theme: string | null }) {
  const [changes, versions] = await Promise.all([listChanges(db, module.id), findSets(db, module.id)]);
  const number = versions.find(({ id }) => id === module.version_id)?.theme_set ?? null;
  const set = number === null ? undefined : (await listSetNames(db, [number])).get(number);
  return {
    theme: module.theme,
    set:
      number === null || set === undefined
        ? null
        : { omicon_id: omiconIdOf('GS', number), name: set.name, theme: themeOfSetName(set.name) },
    changes: changes.map(({ created_at, ...change }) => ({ ...change, at: created_at.toISOString() })),
  };
}

export const themeRoutes: Route[] = [
  serve(getModuleTheme, async ({ db, principal, params, query }) => {
    const module = await findModule(db, principal, { id: params.id, version: query.version });
    if (module === undefined) throw notFound('module');
    return describeTheme(db, module);
  }),

  serveWrite(setModuleTheme, async ({ db, principal, params, body, audit }) => {
    const module = await findModule(db, principal, { id: params.id, version: undefined });
    if (module === undefined) throw notFound('module');
    const given = body.theme?.trim() ?? null;
    await db
      .insertInto('module_theme')
      .values({ covariation_module_number: module.id, theme: given, person_id: personIdOf(principal) })
      .execute();
    const versions = await findSets(db, module.id);
    const names = await listSetNames(
      db,
      versions.flatMap(({ theme_set }) => theme_set ?? []),
    );
    for (const { id, theme_set } of versions) {
      const set = names.get(theme_set ?? 0);
      const theme = given ?? (set === undefined ? null : themeOfSetName(set.name));
      await db.updateTable('covariation_module').set({ theme }).where('id', '=', id).execute();
    }
    await audit({ action: 'set module theme', object_type: 'CM', object_number: module.id });
    const changed = await findModule(db, principal, { id: params.id, version: undefined });
    if (changed === undefined) throw notFound('module');
    return describeTheme(db, changed);
  }),
];
