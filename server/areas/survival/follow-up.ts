/** Time and event of the samples of a data set, from its attributes. */

import type { FollowUpRole } from '@omicon/domain/records/samples/attribute-definitions.ts';
import { isIdentifier, numberOf, numbersOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { countsByValue, packColumn, trimColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { isTechnical } from '@omicon/domain/statistics/modules/module-traits.ts';
import {
  type EventTexts,
  type ReadFollowUp,
  readFollowUp,
  usualEvents,
} from '@omicon/domain/statistics/survival/follow-up.ts';
import { PortalError } from '../../base/errors.ts';
import {
  definedAs,
  type FollowUpAttribute,
  firstNamedAs,
  followUpKey,
  isNamedAs,
} from '../../records/sample/follow-up-names.ts';

export type Cells = ReadonlyMap<string, readonly (string | null)[]>;

function isMissing(cell: string | null): boolean {
  return cell === null || cell.trim() === '' || cell.trim() === 'NA';
}

/** How many samples have a number, whether one is negative, and whether most values are numbers. */
function readNumbers(name: string, cells: readonly (string | null)[]) {
  const column = trimColumn(packColumn(cells));
  const counts = countsByValue(column);
  const numbers = column.values.map(numberOf);
  const present = numbers.filter((number) => !Number.isNaN(number));
  return {
    distinct: new Set(present).size,
    isNegative: present.some((number) => number < 0),
    isOfNumbers: numbersOf(name, column.values, counts) !== null,
  };
}

/** A time is a number that may be a duration: neither negative nor the name of a sample, an individual or a batch. */
function isPossibleTime(name: string, cells: readonly (string | null)[]): boolean {
  const { distinct, isNegative, isOfNumbers } = readNumbers(name, cells);
  // What is named a time is offered for its numbers, whatever else it holds.
  if (isNamedAs(name, 'time')) return distinct > 1;
  return isOfNumbers && distinct > 2 && !isNegative && !isIdentifier(name) && !isTechnical(name);
}

const TIME_WORDS = /(^|[_ .])(time|days?|weeks?|months?|years?|follow(ed)?[_ .-]?up|fu)([_ .]|$)/i;

/** Names that say that they hold a time first, then those with a unit of time, in the order of the table. */
function orderTimes(names: readonly string[]): string[] {
  const rank = (name: string) => (isNamedAs(name, 'time') ? 0 : TIME_WORDS.test(name) ? 1 : 2);
  return names.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether every text is an event or none, and both occur. */
function tellsEvents(cells: readonly (string | null)[]): boolean {
  const { unknownEvents, followUp, samples } = readFollowUp(
    cells.map((cell) => (isMissing(cell) ? null : '1')),
    cells,
  );
  const observed = [...samples].filter((sample) => followUp.event[sample] === 1).length;
  return unknownEvents.length === 0 && observed > 0 && observed < samples.length;
}

export interface FollowUpOfSamples {
  time: string | null;
  event: string | null;
  /** of the time, as its definition says */
  unit: string | null;
  possible_times: string[];
  possible_events: string[];
  event_values: string[];
  observed: string[];
  /** how codes are read that say nothing by themselves; null where a person chose the events */
  event_convention: string | null;
  /** null without time and event */
  read: ReadFollowUp | null;
}

const MAX_EVENT_VALUES = 20;

function textsOf(cells: readonly (string | null)[]): string[] {
  return [...new Set(cells.flatMap((cell) => (isMissing(cell) ? [] : (cell?.trim() ?? ''))))].sort();
}

/** The texts that are events as a person chose them, all others none; the usual ones without a choice. */
function eventTexts(
  event: string | null,
  texts: readonly string[],
  asked: string | undefined,
): EventTexts & { convention: string | null } {
  const observed = (asked ?? '')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (observed.length === 0) return usualEvents(texts);
  const unknown = observed.find((text) => !texts.includes(text));
  if (unknown !== undefined)
    throw new PortalError(
      'invalid_input',
      `${event === null ? 'The event attribute' : displayAttribute(event)} has no value ${unknown}.`,
    );
  return { observed, censored: texts.filter((text) => !observed.includes(text)), convention: null };
}

/** @throws PortalError 400 for an attribute that the samples do not have */
export function followUpOf(
  cells: Cells,
  asked: { time?: string | undefined; event?: string | undefined; observed?: string | undefined },
  defined: readonly FollowUpAttribute[] = [],
): FollowUpOfSamples {
  for (const name of [asked.time, asked.event])
    if (name !== undefined && !cells.has(name))
      throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(name)}.`);
  const names = [...cells.keys()];
  const possible_times = orderTimes(names.filter((name) => isPossibleTime(name, cells.get(name) ?? [])));
  const telling = names.filter(
    (name) => !isIdentifier(name) && !isTechnical(name) && tellsEvents(cells.get(name) ?? []),
  );
  const roles = new Set(defined.filter(({ role }) => role === 'event').map(({ name }) => name));
  const named = names.filter((name) => isNamedAs(name, 'event'));
  const possible_events = [
    ...new Set([...telling, ...named, ...names.filter((name) => roles.has(followUpKey(name)))]),
  ];
  const roleOf = (role: FollowUpRole) => definedAs(names, defined, role);
  const time = asked.time ?? roleOf('time') ?? firstNamedAs(possible_times, 'time');
  const event =
    asked.event ?? roleOf('event') ?? firstNamedAs(telling, 'event') ?? firstNamedAs(named, 'event');
  const texts = textsOf(event === null ? [] : (cells.get(event) ?? []));
  const chosen = eventTexts(event, texts, asked.observed);
  return {
    time,
    event,
    unit: defined.find(({ name }) => time !== null && name === followUpKey(time))?.unit ?? null,
    possible_times,
    possible_events,
    event_values: texts.slice(0, MAX_EVENT_VALUES),
    event_convention: chosen.convention,
    observed: texts.filter((text) =>
      chosen.observed.some((observed) => observed.toLowerCase() === text.toLowerCase()),
    ),
    read:
      time === null || event === null
        ? null
        : readFollowUp(cells.get(time) ?? [], cells.get(event) ?? [], chosen),
  };
}

/** The parts of a reply that describe the follow-up. */
export function toFollowUp({ read, ...names }: FollowUpOfSamples) {
  return {
    ...names,
    unknown_events: (read?.unknownEvents ?? []).toSorted(),
    n: read?.samples.length ?? 0,
    events: read?.events ?? 0,
    left_out: Object.entries(read?.leftOut ?? {})
      .filter(([, n]) => n > 0)
      .map(([reason, n]) => ({ reason, n })),
  };
}
