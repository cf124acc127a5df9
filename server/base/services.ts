import type { SearchThreads } from '@omicon/search-index/threads.ts';
import type { Logger } from 'pino';
import type { ComputeThreads } from '../compute/threads.ts';
import type { Config } from '../config.ts';
import type { RequestThreads } from '../request-threads/threads.ts';
import type { Admissions } from './limits/admission.ts';
import type { CopyPool } from './postgres/copy-rows.ts';
import type { Database } from './postgres/database.ts';
import type { IdentityProviders } from './sign-in/identity-providers.ts';
import type { LoginKeys } from './sign-in/login-keys.ts';
import type { SessionCache } from './sign-in/session-cache.ts';
import type { Store } from './store/store.ts';

/** Services of handlers and jobs, one of each per process. */
export interface Services {
  config: Config;
  db: Database;
  /** the connection pool below `db`, for what it cannot do */
  pool: CopyPool;
  store: Store;
  sessionCache: SessionCache;
  loginKeys: LoginKeys;
  identityProviders: IdentityProviders;
  log: Logger;
  /** search threads; started by the first search unless warmed up */
  searchThreads: SearchThreads;
  /** threads for statistics over whole data sets; started by the first computation */
  computeThreads: ComputeThreads;
  /** who may make a call now */
  admissions: Admissions;
  /** threads that answer costly calls; null where the process answers them itself, as request threads and jobs do */
  requestThreads: RequestThreads | null;
}
