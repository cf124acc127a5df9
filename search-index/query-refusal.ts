import type { QueryFault } from '@omicon/domain/query/check-query.ts';

/** An invalid query, with the faults of its rules. */
export class QueryRefusal extends Error {
  readonly faults: QueryFault[];
  constructor(faults: QueryFault[]) {
    super(faults[0]?.sentence ?? 'The query is invalid.');
    this.faults = faults;
  }
}
