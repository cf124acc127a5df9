import { Group, Stack, Text, Title } from '@mantine/core';
import { analysisAddress, dataSetAddress } from '@omicon/contract/addresses.ts';
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { countOf } from '../../ui/text/format.ts';

/** Records with links of their own; the grid of the report has all. */
const MAX_SHOWN = 5;

interface Step {
  /** what its link does, before the title of the record */
  name: string;
  href: string;
}

/** What can be done with a record that was stored; nothing for other kinds than data sets and analyses. */
function stepsFor(kind: string, number: number, mayRun: boolean): Step[] {
  if (kind === 'analysis') return [{ name: 'See the modules', href: analysisAddress(number, 'networks') }];
  if (kind !== 'data set') return [];
  return [
    { name: 'See the samples', href: dataSetAddress(number, 'samples') },
    ...(mayRun ? [{ name: 'Prepare and find modules', href: dataSetAddress(number, 'pipeline') }] : []),
  ];
}

/** What to do with the data sets and analyses of an import. */
export function NextSteps({ units }: Pick<IntakeReport, 'units'>) {
  const mayRun = useSession().hasPermission('PROJECT_CREATE');
  const records = units.flatMap(({ kind, title, omicon_id, outcome }) => {
    const number = omicon_id === null || outcome === 'refused' ? undefined : parseOmiconId(omicon_id)?.number;
    const steps = number === undefined ? [] : stepsFor(kind, number, mayRun);
    return steps.length === 0 ? [] : [{ key: omicon_id, title, steps }];
  });
  if (records.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        What next
      </Title>
      <Stack gap="xs">
        {records.slice(0, MAX_SHOWN).map(({ key, title, steps }) => (
          <Group key={key} gap="xs">
            <Text size="sm">{title}</Text>
            {steps.map(({ name, href }) => (
              <ButtonLink key={name} href={href} size="xs" variant="default" aria-label={`${name}: ${title}`}>
                {name}
              </ButtonLink>
            ))}
          </Group>
        ))}
        {records.length > MAX_SHOWN && (
          <Text size="sm" c="dimmed">
            {countOf(records.length - MAX_SHOWN, 'more record')} below.
          </Text>
        )}
      </Stack>
    </section>
  );
}
