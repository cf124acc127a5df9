/**
 * What a person may not read is in no candidate, count, q, matrix, consensus, comparison, run, basket or shared link:
 * with random visibilities, owners and rights of roles, every answer is the same as where the unreadable records are
 * deleted, and names no unreadable network or module. OMICON_TEST_ROUNDS sets the number of random laboratories,
 * OMICON_TEST_SEED the first of them.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Access,
  LABORATORY_READERS,
  NUMBER_OF_READERS,
  NUMBER_OF_RECORDS,
  openScatteredLaboratory,
  type ScatteredLaboratory,
} from '../test-support/laboratories/scattered-laboratory.ts';
import { type Question, questionsOf, type Told } from '../test-support/matching-questions.ts';
import type { Caller } from '../test-support/portal.ts';

const USUAL_ROUNDS = 14;
const ROUNDS = Number(process.env.OMICON_TEST_ROUNDS ?? USUAL_ROUNDS);
const SEED = Number(process.env.OMICON_TEST_SEED ?? 20_261_125);

let laboratory: ScatteredLaboratory;
let questions: Record<string, Question>;
beforeAll(async () => {
  laboratory = await openScatteredLaboratory();
  questions = questionsOf(laboratory.portal, laboratory.known);
}, 120_000);
afterAll(() => laboratory.portal.close());

/** Chooses the same things in every repetition of a question. */
function pickWith(picks: readonly number[]) {
  let at = -1;
  return <T>(choices: readonly T[]): T => {
    at += 1;
    const chosen = choices[(picks[at % picks.length] ?? 0) % choices.length];
    if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
    return chosen;
  };
}

/** Differs from call to call, or by the time of a call. */
const VOLATILE = new Set(['execution_ms', 'request_id', 'share_token', 'created_at', 'updated_at', 'ids']);

/** Status and body of an answer, without what differs from call to call. */
function comparable({ status, text }: Told): unknown {
  const body = JSON.parse(text, (key, value) => (VOLATILE.has(key) ? undefined : value));
  if (status === 201) delete body.id;
  return { status, body };
}

/** Every question, with these choices. */
async function askAll(as: Caller, picks: readonly (readonly number[])[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const [at, question] of Object.values(questions).entries()) {
    told.push(await question(as, laboratory.readers.indexOf(as), pickWith(picks[at] ?? [])));
    await laboratory.forgetWritten();
  }
  return told;
}

const access: fc.Arbitrary<Access> = fc.record({
  visibility: fc.constantFrom('public', 'private'),
  owner: fc.option(fc.nat(NUMBER_OF_READERS - 1), { freq: 2 }),
});

test('every answer is that of a laboratory without the unreadable records, and names none of them', async () => {
  const statuses = new Set<string>();
  const names = Object.keys(questions);
  const picks = fc.array(fc.nat(10_000), { minLength: 12, maxLength: 12 });
  const round = fc.record({
    access: fc.array(access, { minLength: NUMBER_OF_RECORDS, maxLength: NUMBER_OF_RECORDS }),
    laboratoryReaders: fc.subarray([...LABORATORY_READERS]),
    reader: fc.nat(NUMBER_OF_READERS - 1),
    picks: fc.array(picks, { minLength: names.length, maxLength: names.length }),
  });
  const law = fc.asyncProperty(round, async (drawn) => {
    const reader = laboratory.readers[drawn.reader] as Caller;
    await laboratory.scatter(drawn.access, drawn.laboratoryReaders);
    const answers = await askAll(reader, drawn.picks);
    const readable = await laboratory.readableNames(reader);
    await laboratory.deleteUnreadable(reader);
    const without = await askAll(reader, drawn.picks);
    await laboratory.restoreAll();
    for (const [at, answer] of answers.entries()) {
      const question = `${names[at]}, reader ${reader.role}, picks ${drawn.picks[at]}`;
      expect(comparable(answer), question).toEqual(comparable(without[at] as Told));
      const named = answer.text.match(/\b(?:network|module)\d+\b/g) ?? [];
      const hidden = named.filter((name) => !readable.has(name));
      expect(hidden, question).toEqual([]);
      statuses.add(`${names[at]} ${answer.status}`);
    }
  });
  // The first counterexample is enough: a smaller one takes minutes.
  await fc.assert(law, { seed: SEED, numRuns: ROUNDS, endOnFailure: true });
  // The rounds have both: records that are readable and records that are not.
  if (ROUNDS < USUAL_ROUNDS) return;
  // A test that has ended is not cancelled: its own person is told so.
  const answered = [...statuses].filter((each) => / (?:2\d\d|409)$/.test(each));
  const missing = names.filter((name) => !answered.some((each) => each.startsWith(`${name} `)));
  expect(missing).toEqual([]);
  for (const name of [
    'counterparts',
    'matrix',
    'sets by kME',
    'lists',
    'preservation',
    'run',
    'link of groups',
  ])
    expect([...statuses]).toContain(`${name} 404`);
}, 3_600_000);
