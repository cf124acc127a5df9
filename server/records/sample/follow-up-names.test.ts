import { expect, test } from 'vitest';
import { mayHaveFollowUp } from './follow-up-names.ts';

const TIME = { name: 'weeks', role: 'time' as const, unit: 'weeks' };
const EVENT = { name: 'outcome', role: 'event' as const, unit: null };

test('samples may have a follow-up if attributes are named time and event', () => {
  expect(mayHaveFollowUp(['Age', 'Survival_Days', 'Vital_Status'], [])).toBe(true);
  expect(mayHaveFollowUp(['Age', 'Survival Days', 'Sex'], [])).toBe(false);
  expect(mayHaveFollowUp(['Age', 'Vital_Status'], [])).toBe(false);
  expect(mayHaveFollowUp([], [])).toBe(false);
});

test('samples may have a follow-up if attributes are defined as time and event', () => {
  expect(mayHaveFollowUp(['Weeks', 'Outcome'], [TIME, EVENT])).toBe(true);
  expect(mayHaveFollowUp(['Weeks', 'Outcome'], [TIME])).toBe(false);
  expect(mayHaveFollowUp(['Weeks', 'Vital_Status'], [TIME])).toBe(true);
});

test('the time is not its own event', () => {
  expect(mayHaveFollowUp(['days_to_death', 'Sex'], [])).toBe(false);
  expect(mayHaveFollowUp(['days_to_death', 'death'], [])).toBe(true);
});
