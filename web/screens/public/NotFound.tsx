import { Group, Stack, Text } from '@mantine/core';
import { DATA_COLLECTIONS, RECENT_FILES } from '@omicon/contract/addresses.ts';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

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
        <ButtonLink href={RECENT_FILES}>Recent files</ButtonLink>
        <ButtonLink href={DATA_COLLECTIONS} variant="default">
          Data collections
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
