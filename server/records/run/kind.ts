/** What a kind of run declares; its statements are in `sql.ts`, its calls in `calls.ts`, its job in `work.ts`. */
import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import type { SearchNews } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../base/postgres/database.ts';

/** How a run ended, or that it waits for its person. */
export type RunNews = Pick<SearchNews, 'state' | 'result_count'>;

export interface RunKind {
  /** has id, person_id, state, message, created_at, ended_at, and the parameters of the kind */
  table: string;
  /** begins the keys of its jobs */
  name: string;
  job: JobName;
  /** columns of the parameters: while a run is working, another with the same values is not started */
  sameBy: readonly string[];
  /** runs of one person at the same time */
  most: number;
  retryAfterSeconds: number;
  /** in sentences: `The test is cancelled.` */
  noun: string;
  tooMany: string;
  /** why a run failed that was given up */
  failed: string;
  /** why it failed if records that it needs are not found; without it that is an error like any other */
  unreadable?: string;
  /** notifies the person in the transaction that ends the run */
  tell(tx: Tx, run: { id: number; person_id: number }, news: RunNews): Promise<void>;
}

/** A kind with what a reader sees of its runs `r`. */
export interface ShownKind<Columns> extends RunKind {
  columns: RawBuilder<Columns>;
  /** joins that leave out runs that the caller may not read */
  readableBy(principal: Principal): RawBuilder<unknown>;
}
