import { Alert, Stack, Text, Title } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { getSurvival, type SurvivalPanel } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useMemo } from 'react';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { SurvivalPlot } from '../../ui/plot/marks/SurvivalPlot.tsx';
import { countOf, formatCount, formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { describeNotNumbers } from '../../ui/text/not-numbers.ts';
import { WholeNumbers } from '../../ui/text/WholeNumbers.tsx';
import { CoxTable } from './CoxTable.tsx';
import { describeLeftOut } from './left-out.ts';
import { NoSurvival } from './NoSurvival.tsx';
import { SurvivalCode } from './SurvivalCode.tsx';
import { SurvivalControls } from './SurvivalControls.tsx';
import { bodyOf, parseBy, survivalShape } from './survival-query.ts';

type Survival = ReplyOf<typeof getSurvival>;

/** The unit of the definition of the time, or the one that its name says. */
function unitOf({ time, unit }: Pick<Survival, 'time' | 'unit'>): string {
  if (unit !== null) return unit;
  return /day/i.test(time ?? '')
    ? 'days'
    : /month/i.test(time ?? '')
      ? 'months'
      : /year/i.test(time ?? '')
        ? 'years'
        : 'time';
}

function logRankText({ chi_square, df, p_value }: NonNullable<SurvivalPanel['log_rank']>): string {
  return `Log-rank test: χ² ${formatDecimal(chi_square)}, ${df} df, P ${formatPValue(p_value)}`;
}

function Panel({ panel, found, name }: { panel: SurvivalPanel; found: Survival; name: string }) {
  const curves = useMemo(
    () =>
      panel.curves.map(({ name: group, number_of_events, number_censored, low, high, ...curve }) => ({
        ...curve,
        group,
        events: number_of_events,
        censored: number_censored,
        // Undefined where nobody survives: the interval ends there.
        lower: low.map((value, at) => value ?? curve.survival[at] ?? 0),
        upper: high.map((value, at) => value ?? curve.survival[at] ?? 0),
      })),
    [panel],
  );
  const subject = found.subject?.name ?? 'All samples';
  return (
    <section>
      {panel.facet !== null && (
        <Title order={2} mb="xs" title={panel.facet}>
          {panel.facet_label}
        </Title>
      )}
      <SurvivalPlot
        title={`Survival by ${found.subject?.label ?? 'all samples'}${panel.facet_label === null ? '' : `, ${panel.facet_label}`}`}
        fileName={`survival_${name}`}
        about={[found.data_set.title, ...(panel.log_rank === null ? [] : [logRankText(panel.log_rank)])]}
        curves={curves}
        attribute={subject}
        unit={unitOf(found)}
      />
      <Medians panel={panel} unit={unitOf(found)} />
      {panel.log_rank !== null && (
        <Text size="sm" my="xs">
          <WholeNumbers text={logRankText(panel.log_rank)} />
        </Text>
      )}
      {panel.guards.map(({ sentence, is_refusal }) => (
        <Alert key={sentence} color={is_refusal ? 'red' : 'orange'} variant="light" my="xs" role="note">
          {sentence}
          {is_refusal && ' There is no Cox model of them together.'}
        </Alert>
      ))}
      {panel.cox !== null && <CoxTable cox={panel.cox} name={name} />}
    </section>
  );
}

/** The median of each curve with its interval. */
function Medians({ panel, unit }: { panel: SurvivalPanel; unit: string }) {
  const timeOf = (value: number) => (Number.isInteger(value) ? formatCount(value) : formatDecimal(value));
  const textOf = (value: number | null) => (value === null ? 'not reached' : timeOf(value));
  return (
    <Stack gap={2} mt="xs">
      {panel.curves.map(({ name, label, n, events, median, median_low, median_high }) => (
        <Text key={name} size="sm" title={label === name ? undefined : name}>
          {label}: {countOf(n, 'sample')}, {countOf(events, 'event')}, median {textOf(median)}
          {median === null ? '' : ` ${unit}`}
          {(median_low !== null || median_high !== null) &&
            ` (95 % interval ${textOf(median_low)} to ${textOf(median_high)})`}
        </Text>
      ))}
    </Stack>
  );
}

/** @param by what is compared, as in the address */
function Notes({ found, by }: { found: Survival; by: string }) {
  const { subject, n, events, left_out, event_convention, without_facet } = found;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {countOf(n, 'sample')} with {countOf(events, 'event')}
      {describeLeftOut(left_out)}. {event_convention !== null && `${event_convention}. `}
      {subject !== null &&
        subject.without_value > 0 &&
        `${countOf(subject.without_value, 'sample')} without ${subject.label} ${subject.without_value === 1 ? 'is' : 'are'} in no group. `}
      {subject !== null &&
        subject.not_numbers.length > 0 &&
        `${subject.label} is a number${describeNotNumbers(subject.not_numbers)}. `}
      {without_facet > 0 &&
        `${countOf(without_facet, 'sample')} without a value of the panels ${without_facet === 1 ? 'is' : 'are'} in none. `}
      {subject?.kind === 'numeric' && (
        <>
          The Cox model takes{' '}
          {parseBy(by)?.kind === 'feature' ? (
            <AddressLink href={geneAddress(subject.name)} underline="always">
              {subject.label}
            </AddressLink>
          ) : (
            subject.label
          )}
          {` as it is, per standard deviation; the groups are for the curves (${subject.cuts.length === 1 ? 'limit' : 'limits'} ${subject.cuts.map((cut) => formatDecimal(cut)).join(', ')}${subject.is_chosen ? ', chosen after looking' : ''}).`}
        </>
      )}
    </Text>
  );
}

/** Survival of the samples of a data set. */
export function SurvivalTab({ id }: { id: number }) {
  const { query, setQuery } = useAddressQuery(survivalShape);
  const reply = useEndpoint(
    getSurvival,
    { params: { id }, body: bodyOf(query) },
    { placeholderData: (before) => before },
  );
  const isRefused = reply.isError && reply.error instanceof CallError && reply.error.status === 400;
  // A refused comparison has no data; the choices are those without it.
  const uncompared = useEndpoint(
    getSurvival,
    { params: { id }, body: bodyOf(survivalShape.parse({})) },
    { enabled: isRefused },
  );
  const found = reply.data ?? (isRefused ? uncompared.data : undefined);
  if (found === undefined) return <NotLoaded reply={isRefused ? uncompared : reply} what="survival" />;
  if (found.time === null || found.event === null) {
    const canChoose = found.possible_times.length > 0 && found.possible_events.length > 0;
    return (
      <>
        {canChoose && (
          <SurvivalControls query={query} found={found} onChange={(changes) => setQuery(changes, true)} />
        )}
        <NoSurvival elsewhere={found.elsewhere}>
          Survival needs two attributes of the samples: a time, such as Survival Days, and an event, such as
          Vital Status with Dead and Alive.
        </NoSurvival>
      </>
    );
  }
  return (
    <>
      <SurvivalControls query={query} found={found} onChange={(changes) => setQuery(changes, true)} />
      {found.unknown_events.length > 0 && (
        <Alert color="orange" variant="light" mb="md">
          <Text size="sm" fw={600}>
            {displayAttribute(found.event)} does not say who has died
          </Text>
          Its other texts are {found.unknown_events.join(', ')}. Please choose the values that are events, or
          another attribute.
        </Alert>
      )}
      {reply.isError && !isRefused && <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />}
      {isRefused ? (
        <EmptyState title="Nothing to compare">{reply.error.message}</EmptyState>
      ) : (
        <>
          <Notes found={found} by={query.by} />
          <SurvivalCode id={id} query={query} found={found} />
          {found.events === 0 ? (
            <EmptyState title="No events">No sample that can be used has an event.</EmptyState>
          ) : (
            <Stack gap="xl">
              {found.panels.length < found.number_of_panels && (
                <Text size="sm">
                  The first {found.panels.length} of {found.number_of_panels} values of{' '}
                  {displayAttribute(query.facet)} have a panel.
                </Text>
              )}
              {found.panels.map((panel, at) => (
                <Panel key={panel.facet ?? ''} panel={panel} found={found} name={String(at + 1)} />
              ))}
            </Stack>
          )}
        </>
      )}
    </>
  );
}
