import { Button, Stack, Text } from '@mantine/core';
import { ACCESSIBILITY, HELP, TERMS } from '@omicon/contract/addresses.ts';
import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useCheckVersion } from '../../base/calls/version/use-check-version.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Part } from '../../ui/layout/Part.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { copyText } from '../../ui/text/CopyText.tsx';

/** Loaded on demand: the list is long and few people open it. */
const PartsTable = lazyPart(
  'the list of parts',
  async () => (await import('./about/PartsTable.tsx')).PartsTable,
);

/** Acknowledgement for publications; its date is the day on which it is copied. */
function acknowledgementOf(version: string | null): string {
  const name = version === null ? 'Omicon' : `Omicon, version ${version}`;
  const day = new Date().toISOString().slice(0, 10);
  return `Data and analyses were obtained through ${name} (${window.location.origin}, accessed ${day}).`;
}

function Acknowledgement({ version }: { version: string | null }) {
  const text = acknowledgementOf(version);
  return (
    <Part title="How to cite">
      <Text mb="sm">
        Publications that use data, analyses or code of this portal should acknowledge it and cite the studies
        the data come from. Each data collection names its study with accession ID and PubMed ID; Omicon IDs
        such as OM.DS.12 are permanent.
      </Text>
      <Text
        component="blockquote"
        m={0}
        mb="sm"
        pl="lg"
        style={{ borderInlineStart: '3px solid var(--omicon-line)' }}
      >
        {text}
      </Text>
      <SecondaryButton onClick={() => void copyText(text, 'The acknowledgement has been copied')}>
        Copy the acknowledgement
      </SecondaryButton>
    </Part>
  );
}

/** `/home/about`: description, version, licence and contact. */
export function About() {
  const version = useCheckVersion()?.product_version ?? null;
  const contact = useEndpoint(getPreferences, {}).data?.contact ?? '';
  const [hasParts, setParts] = useState(false);
  return (
    <>
      <PageTitle title={NAMED_SCREENS.about.title} />
      <Stack gap="xl">
        <Stack gap="xl" maw="72ch">
          <Text>
            Omicon is the portal in which a laboratory keeps, searches and discusses its omics data: data
            collections of published studies, the data sets made from them step by step, covariation networks
            with their modules, gene sets, mapping tables and the files behind all of them. It imports what
            the laboratory’s own pipeline writes, checks it whole, and keeps every version.
          </Text>
          <Part title="Version and licence">
            <Text>
              {version !== null && `Version ${version}. `}The program is under the MIT licence; the data are
              not. Their use is governed by the{' '}
              <AddressLink href={TERMS} underline="always">
                terms of service
              </AddressLink>{' '}
              and by the studies they come from.
            </Text>
          </Part>
          <Acknowledgement version={version} />
          <Part title="Contact">
            <Text style={{ whiteSpace: 'pre-line' }}>
              {contact === '' ? 'The laboratory has not entered its contact details yet. ' : contact}
            </Text>
            <Text mt="sm">
              For instructions, see{' '}
              <AddressLink href={HELP} underline="always">
                Help
              </AddressLink>
              ; for the accessibility statement, see{' '}
              <AddressLink href={ACCESSIBILITY} underline="always">
                Accessibility
              </AddressLink>
              .
            </Text>
          </Part>
        </Stack>
        <Part title="Parts">
          <Text mb="sm" maw="72ch">
            Omicon builds on the work of many others. All parts are used unchanged, under their own licences.
          </Text>
          {hasParts ? (
            <PartsTable />
          ) : (
            <Button variant="default" onClick={() => setParts(true)}>
              Show all parts and their licences
            </Button>
          )}
        </Part>
      </Stack>
    </>
  );
}
