/** Collections of the corpus, downloaded and imported again. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CORPUS, CORPUS_IS_MISSING } from '../../test-support/corpus/corpus.ts';
import { expectUnchanged } from '../../test-support/exported.ts';
import { takeInPath } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

if (CORPUS_IS_MISSING && process.env.CI === 'true')
  throw new Error(`${CORPUS} is missing; set OMICON_TEST_DATA.`);

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
}, 60_000);
afterAll(() => portal.close());

test.skipIf(CORPUS_IS_MISSING).each(['E-MTAB-2358', 'BLADDER_DYRSKJOT'])(
  '%s of the corpus is unchanged',
  async (name) => {
    const stored = await takeInPath(portal, path.join(CORPUS, name));
    expect(stored.faults).toEqual([]);
    await expectUnchanged(portal, { as: lab, stored });
  },
  300_000,
);
