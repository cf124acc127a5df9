import { Group, Stack, Text } from '@mantine/core';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const { dataCollections, home } = NAMED_SCREENS;
const TITLE = 'There is no page at this address';

/** Shown inside the portal's frame for an unknown address. */
export function NotFound() {
  return (
    <Stack gap="md" py="xl">
      <ScreenTitle>{TITLE}</ScreenTitle>
      <Text c="dimmed" maw="72ch">
        The record may have been moved, or the address may be incomplete. Search for its Omicon ID, or
        continue from here.
      </Text>
      <Group>
        <ButtonLink href={home.href}>{home.title}</ButtonLink>
        <ButtonLink href={dataCollections.href} variant="default">
          {dataCollections.title}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

/** The same for addresses outside `/home`, without the frame. */
export function LostVisitor() {
  return (
    <PublicFrame>
      <NotFound />
    </PublicFrame>
  );
}
