import { numberAt } from '../matrix.ts';
import type { FollowUp } from './kaplan-meier.ts';

/** Texts of an event column, in any case, that say whether the event was observed. */
export interface EventTexts {
  observed: readonly string[];
  censored: readonly string[];
}

export const USUAL_EVENTS: EventTexts = {
  observed: ['dead', 'deceased', 'died', 'event', 'yes', 'true', '1'],
  censored: ['alive', 'living', 'censored', 'no', 'false', '0'],
};

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export type NoFollowUp = 'no time' | 'time is not a number' | 'negative time' | 'no event' | 'unknown event';

export interface ReadFollowUp {
  /** Samples with time and event, ascending. */
  samples: Int32Array;
  /** Time and event of all samples, in the order of the columns; only those in `samples` are meaningful. */
  followUp: FollowUp;
  /** Number of observed events. */
  events: number;
  leftOut: Record<NoFollowUp, number>;
  /** Distinct event texts that are neither observed nor censored, in order of appearance. */
  unknownEvents: string[];
}

/** Trimmed text of a cell; null for a missing one: null, blank or `NA`. */
function textOf(cell: string | null | undefined): string | null {
  const text = cell?.trim() ?? '';
  return text === '' || text === 'NA' ? null : text;
}

/**
 * Follow-up from a time and an event column of a sample table. A time of 0 is kept.
 * @param texts which events are observed and which censored; Dead/Alive, 1/0, true/false and the like by default
 * @throws RangeError if the columns differ in length
 */
export function readFollowUp(
  times: readonly (string | null)[],
  events: readonly (string | null)[],
  texts: EventTexts = USUAL_EVENTS,
): ReadFollowUp {
  if (times.length !== events.length)
    throw new RangeError(`${times.length} times are paired with ${events.length} events.`);
  const followUp: FollowUp = { time: new Float64Array(times.length), event: new Uint8Array(times.length) };
  const leftOut = {
    'no time': 0,
    'time is not a number': 0,
    'negative time': 0,
    'no event': 0,
    'unknown event': 0,
  };
  const setOf = (listed: readonly string[]) => new Set(listed.map((text) => text.toLowerCase()));
  const [observed, censored] = [setOf(texts.observed), setOf(texts.censored)];
  const unknown = new Set<string>();
  const samples: number[] = [];
  for (const [sample, cell] of times.entries()) {
    const [time, event] = [textOf(cell), textOf(events[sample])];
    const key = event?.toLowerCase() ?? '';
    const isUnknown = event !== null && !observed.has(key) && !censored.has(key);
    if (isUnknown) unknown.add(event);
    const reason = reasonOf(time, event, isUnknown);
    if (reason !== null) {
      leftOut[reason] += 1;
      continue;
    }
    followUp.time[sample] = Number(time);
    followUp.event[sample] = observed.has(key) ? 1 : 0;
    samples.push(sample);
  }
  return {
    samples: Int32Array.from(samples),
    followUp,
    events: samples.reduce((sum, sample) => sum + numberAt(followUp.event, sample), 0),
    leftOut,
    unknownEvents: [...unknown],
  };
}

/** The first reason why a sample has no follow-up; null if it has. */
function reasonOf(time: string | null, event: string | null, isUnknown: boolean): NoFollowUp | null {
  if (time === null) return 'no time';
  if (!NUMBER.test(time) || !Number.isFinite(Number(time))) return 'time is not a number';
  if (Number(time) < 0) return 'negative time';
  if (event === null) return 'no event';
  return isUnknown ? 'unknown event' : null;
}
