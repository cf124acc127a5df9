/** Preferences of the portal, read by several areas; `areas/preferences` writes them. */
import { getPreferences, type Preferences } from '@omicon/contract/areas/people/preferences.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Config } from '../../config.ts';

const WELCOME =
  "Welcome to Omicon, where the laboratory's omics data sets, their samples and their analyses are kept in one place. " +
  'Look around at your own pace, and sign in when you would like to download data or join the discussion.';

/** Defaults of preferences. */
export function defaultPreferences(config: Pick<Config, 'guests' | 'previewLimitBytes'>): Preferences {
  return {
    welcome_text: WELCOME,
    contact: '',
    guests: config.guests,
    sign_up: true,
    preview_limit_bytes: config.previewLimitBytes,
  };
}

/** Stored preferences, with defaults for the rest. Table preference, at most five rows. */
export async function readPreferences(
  db: Db,
  config: Pick<Config, 'guests' | 'previewLimitBytes'>,
): Promise<Preferences> {
  const rows = await db.selectFrom('preference').select(['name', 'value']).orderBy('name').execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return getPreferences.reply.parse({ ...defaultPreferences(config), ...stored });
}
