import { numberAt } from '../../arrays/number-at.ts';
import { numberOf } from '../../records/samples/attribute-kinds.ts';
import type { FollowUp } from './kaplan-meier.ts';

/** Texts of an event column, in any case, that say whether the event was observed. */
export interface EventTexts {
  observed: readonly string[];
  censored: readonly string[];
}

const OBSERVED = new Set(
  ['dead', 'deceased', 'died', 'death', 'expired', 'event', 'yes', 'true', '1', 'uncensored'].concat([
    'recurred',
    'recurrence',
    'relapsed',
    'relapse',
    'progressed',
    'progression',
    'recurred/progressed',
  ]),
);
const CENSORED = new Set(
  ['alive', 'living', 'censored', 'no', 'false', '0', 'no event', 'event free', 'survived'].concat([
    'disease free',
    'diseasefree',
    'not recurred',
    'not progressed',
    'lost to follow-up',
  ]),
);
/** Codes with their words, as cBioPortal writes them: `1:DECEASED`. */
const CODED = /^(\d+)\s*[:=]\s*(.+)$/;

/** The text that is compared: numbers in one spelling, of a code with its word the word, or else the code. */
function meaningOf(text: string): string {
  const lower = text.trim().toLowerCase();
  const [, code = '', word = ''] = CODED.exec(lower) ?? [];
  if (word !== '') return OBSERVED.has(word) || CENSORED.has(word) ? word : meaningOf(code);
  const number = numberOf(lower);
  return Number.isNaN(number) ? lower : String(number);
}

/** Letters that mean something only together: an F beside an M is no event that did not happen. */
const LETTERS = [
  { observed: 't', censored: 'f' },
  { observed: 'y', censored: 'n' },
];

/** How the codes 1 and 2 are read. */
export const ONE_AND_TWO = '1 is read as censored and 2 as the event, as in R';

/**
 * Which texts of an event column are events, by convention: dead, 1, yes and the like. Of 1 and 2 the larger is the
 * event, as in R and SPSS. With 0, 1 and 2 the codes may mean anything, so none is known.
 * @param texts all texts of the column
 * @source `survival::Surv`
 */
export function usualEvents(texts: readonly string[]): EventTexts & { convention: string | null } {
  const codes = new Set(texts.map(meaningOf).filter((text) => !Number.isNaN(numberOf(text))));
  const hasTwo = codes.has('2');
  const isKnown = (text: string) => !hasTwo || Number.isNaN(numberOf(text));
  const areOneAndTwo = hasTwo && [...codes].every((code) => code === '1' || code === '2');
  const meanings = new Set(texts.map(meaningOf));
  const pair = LETTERS.find(
    ({ observed, censored }) => meanings.size === 2 && meanings.has(observed) && meanings.has(censored),
  );
  const isObserved = (text: string) =>
    text === pair?.observed || (isKnown(text) && OBSERVED.has(text)) || (areOneAndTwo && text === '2');
  const isCensored = (text: string) =>
    text === pair?.censored || (isKnown(text) && CENSORED.has(text)) || (areOneAndTwo && text === '1');
  return {
    observed: texts.filter((text) => isObserved(meaningOf(text))),
    censored: texts.filter((text) => isCensored(meaningOf(text))),
    convention: areOneAndTwo ? ONE_AND_TWO : null,
  };
}

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
 * @param texts which events are observed and which censored; by convention if not given
 * @throws RangeError if the columns differ in length
 */
export function readFollowUp(
  times: readonly (string | null)[],
  events: readonly (string | null)[],
  texts: EventTexts = usualEvents(events.flatMap((event) => textOf(event) ?? [])),
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
  if (!Number.isFinite(numberOf(time))) return 'time is not a number';
  if (Number(time) < 0) return 'negative time';
  if (event === null) return 'no event';
  return isUnknown ? 'unknown event' : null;
}
