import type { SearchThreads } from '@omicon/search-index/threads.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { CopyPool } from './postgres/copy-rows.ts';
import type { Database } from './postgres/database.ts';
import type { IdentityProviders } from './sign-in/identity-providers.ts';
import type { LoginKeys } from './sign-in/login-keys.ts';
import type { Store } from './store/store.ts';

/** What handlers and jobs work with: one of each per process. */
export interface Services {
  config: Config;
  db: Database;
  /** the connections below `db`, for what it cannot do */
  pool: CopyPool;
  store: Store;
  loginKeys: LoginKeys;
  identityProviders: IdentityProviders;
  log: Logger;
  /** threads that answer searches; they start with the first one unless they are warmed */
  searchThreads: SearchThreads;
}
