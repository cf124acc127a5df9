import { Group, Radio } from '@mantine/core';
import {
  DIGESTS,
  getNotificationSettings,
  saveNotificationSettings,
} from '@omicon/contract/areas/notifications.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { REFRESHES_NOTIFICATIONS } from './calls.ts';

const NAMES: Record<(typeof DIGESTS)[number], string> = {
  none: 'No e-mail',
  daily: 'Once a day',
};

/** Setting for e-mail digests of unread comment notifications. */
export function DigestChoice() {
  const settings = useEndpoint(getNotificationSettings, {});
  const save = useChange(saveNotificationSettings, REFRESHES_NOTIFICATIONS);
  if (settings.isError) return <ErrorPanel error={settings.error} onRetry={() => void settings.refetch()} />;
  const chosen = save.isPending ? save.variables.body.digest : (settings.data?.digest ?? null);

  function choose(value: string): void {
    const digest = DIGESTS.find((each) => each === value);
    if (digest === undefined) return;
    save.mutate(
      { body: { digest } },
      {
        onSuccess: () =>
          showToast({
            type: 'success',
            title: 'Saved',
            message:
              digest === 'none'
                ? 'You get no mail about comments.'
                : 'You get one mail a day at most, while comments for you are unread.',
          }),
      },
    );
  }

  return (
    <Radio.Group
      label="Unread comments by e-mail"
      description="A mail with your unread comments."
      value={chosen}
      onChange={choose}
      mb="lg"
    >
      <Group gap="lg" mt="xs">
        {DIGESTS.map((digest) => (
          <Radio
            key={digest}
            value={digest}
            label={NAMES[digest]}
            disabled={settings.data === undefined || save.isPending}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
