/** Objects in a bucket of an S3 store. */
import { inject } from 'vitest';
import { makeBucket, overwrite } from '../../../test-support/store/buckets.ts';
import { describeStore } from '../../../test-support/store/store-suite.ts';
import { openS3Store } from './s3-store.ts';

/** The smallest part size of stores; multipart copies start at two parts. */
const PART = 5 * 1024 * 1024;

describeStore('in an S3 store', PART, async () => {
  const gateway = inject('gateway');
  if (gateway === undefined) throw new Error('There is no S3 store in this run.');
  const settings = await makeBucket(gateway);
  return {
    store: openS3Store(settings, { partBytes: PART, copyBytes: 2 * PART, touchAgainMs: 0 }),
    damage: (key, bytes) => overwrite(settings, `objects/${key}`, bytes),
    close: async () => undefined,
  };
});
