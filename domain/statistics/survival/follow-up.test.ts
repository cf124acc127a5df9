import { expect, test } from 'vitest';
import { ONE_AND_TWO, readFollowUp, usualEvents } from './follow-up.ts';

test('dead and alive, 1 and 0, true and false are read in any case', () => {
  const read = readFollowUp(
    ['10', '0', '2.5', '7', '8', '1e2'],
    ['Dead', 'ALIVE', '1', '0', 'TRUE', 'false'],
  );
  expect([...read.samples]).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...read.followUp.time]).toEqual([10, 0, 2.5, 7, 8, 100]);
  expect([...read.followUp.event]).toEqual([1, 0, 1, 0, 1, 0]);
  expect(read.events).toBe(3);
});

test('samples without follow-up are left out and counted by reason', () => {
  const read = readFollowUp(
    ['5', null, 'NA', '-1', 'three', '6', '7', '8'],
    ['Dead', 'Dead', 'Alive', 'Dead', 'Dead', ' ', 'Lost', 'Lost'],
  );
  expect([...read.samples]).toEqual([0]);
  expect(read.leftOut).toEqual({
    'no time': 2,
    'negative time': 1,
    'time is not a number': 1,
    'no event': 1,
    'unknown event': 2,
  });
  expect(read.unknownEvents).toEqual(['Lost']);
});

test('a person can say which texts are events', () => {
  const texts = { observed: ['Progressed'], censored: ['Stable'] };
  const read = readFollowUp(['1', '2', '3'], ['progressed', 'Stable', 'Dead'], texts);
  expect([...read.followUp.event.subarray(0, 2)]).toEqual([1, 0]);
  expect(read.unknownEvents).toEqual(['Dead']);
});

test('columns of different length are refused', () => {
  expect(() => readFollowUp(['1'], [])).toThrow(RangeError);
});

test('codes and words of several programs are events', () => {
  const read = (texts: string[]) => {
    const { observed, censored, convention } = usualEvents(texts);
    return [observed, censored, convention];
  };
  expect(read(['1', '2'])).toEqual([['2'], ['1'], ONE_AND_TWO]);
  expect(read(['1.0', '2.0'])).toEqual([['2.0'], ['1.0'], ONE_AND_TWO]);
  expect(read(['0', '1'])).toEqual([['1'], ['0'], null]);
  // A code for a competing risk, or a third one: nobody can know.
  expect(read(['0', '1', '2'])).toEqual([[], [], null]);
  expect(read(['0:LIVING', '1:DECEASED'])).toEqual([['1:DECEASED'], ['0:LIVING'], null]);
  expect(read(['0:DiseaseFree', '1:Recurred/Progressed'])).toEqual([
    ['1:Recurred/Progressed'],
    ['0:DiseaseFree'],
    null,
  ]);
  expect(read(['0:Other', '1:Another'])).toEqual([['1:Another'], ['0:Other'], null]);
  expect(read(['TRUE', 'FALSE'])).toEqual([['TRUE'], ['FALSE'], null]);
  expect(read(['T', 'F'])).toEqual([['T'], ['F'], null]);
  expect(read(['y', 'n'])).toEqual([['y'], ['n'], null]);
  // The sexes of samples.
  expect(read(['F', 'M'])).toEqual([[], [], null]);
  expect(read(['yes', 'No'])).toEqual([['yes'], ['No'], null]);
  expect(read(['Alive', 'Dead', 'lost'])).toEqual([['Dead'], ['Alive'], null]);
});

test('of 1 and 2 the latter is the event, as in R', () => {
  // Surv(c(5, 6, 7, 8), c(1, 2, 1, 2))
  const read = readFollowUp(['5', '6', '7', '8'], ['1', '2', '1', '2']);
  expect([read.events, [...read.followUp.event]]).toEqual([2, [0, 1, 0, 1]]);
});
