/** Time and event of the samples of a data set, from its attributes. */

import type { FollowUpRole } from '@omicon/domain/records/attribute-definitions.ts';
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import {
  type EventTexts,
  type ReadFollowUp,
  readFollowUp,
  USUAL_EVENTS,
} from '@omicon/domain/statistics/survival/follow-up.ts';
import { PortalError } from '../../base/errors.ts';
import {
  definedAs,
  type FollowUpAttribute,
  firstNamedAs,
  followUpKey,
  isNamedAs,
} from '../../database/measurements/follow-up-names.ts';

export type Cells = ReadonlyMap<string, readonly (string | null)[]>;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isMissing(cell: string | null): boolean {
  return cell === null || cell.trim() === '' || cell.trim() === 'NA';
}

function isNumeric(cells: readonly (string | null)[]): boolean {
  const present = cells.filter((cell) => cell !== null && !isMissing(cell));
  return (
    present.length > 1 &&
    new Set(present).size > 2 &&
    present.every((cell) => NUMBER.test(cell?.trim() ?? ''))
  );
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
  /** null without time and event */
  read: ReadFollowUp | null;
}

const MAX_EVENT_VALUES = 20;

function textsOf(cells: readonly (string | null)[]): string[] {
  return [...new Set(cells.flatMap((cell) => (isMissing(cell) ? [] : (cell?.trim() ?? ''))))].sort();
}

/** The texts that are events as a person chose them, all others none; the usual ones without a choice. */
function eventTexts(event: string | null, texts: readonly string[], asked: string | undefined): EventTexts {
  const observed = (asked ?? '')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (observed.length === 0) return USUAL_EVENTS;
  const unknown = observed.find((text) => !texts.includes(text));
  if (unknown !== undefined)
    throw new PortalError(
      'invalid_input',
      `${event === null ? 'The event attribute' : displayAttribute(event)} has no value ${unknown}.`,
    );
  return { observed, censored: texts.filter((text) => !observed.includes(text)) };
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
  const possible_times = names.filter((name) => isNumeric(cells.get(name) ?? []));
  const telling = names.filter((name) => tellsEvents(cells.get(name) ?? []));
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
