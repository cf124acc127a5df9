/** Preferences of the portal: welcome text, guests, registration, preview limit. Owns table preference. */
import {
  getPreferences,
  type Preferences,
  updatePreferences,
} from '@omicon/contract/areas/people/preferences.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { defaultPreferences, readPreferences } from '../../records/person/preferences.ts';
import { deletePreference, lockPreferences, setPreference } from './sql.ts';

const NAMES = [
  'welcome_text',
  'contact',
  'guests',
  'sign_up',
  'preview_limit_bytes',
] as const satisfies readonly (keyof Preferences)[];

/** The audit log stores no texts, only that they changed. */
const TEXTS: ReadonlySet<keyof Preferences> = new Set(['welcome_text', 'contact']);

export const preferenceRoutes: Route[] = [
  serve(getPreferences, ({ db, services }) => readPreferences(db, services.config)),

  // Disabling guests refuses new ones; existing guests stay until their eight hours end.
  serveWrite(updatePreferences, async ({ db, principal, body, services, audit }) => {
    await lockPreferences(db);
    const before = await readPreferences(db, services.config);
    const defaults = defaultPreferences(services.config);
    const changed = NAMES.filter((name) => body[name] !== before[name]);
    for (const name of changed) {
      if (body[name] === defaults[name]) await deletePreference(db, name);
      else await setPreference(db, { name, value: body[name], person_id: principal.person_id });
    }
    if (changed.length > 0) {
      const detail = changed.map((name) => [name, TEXTS.has(name) ? 'changed' : body[name]] as const);
      await audit({ action: 'change preferences', detail: Object.fromEntries(detail) });
    }
    return readPreferences(db, services.config);
  }),
];
