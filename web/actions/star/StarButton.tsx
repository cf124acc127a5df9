import { ActionIcon } from '@mantine/core';
import { getStar } from '@omicon/contract/areas/starred.ts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { type StarredRecord, useSetStar } from './calls.ts';

/** Button that stars the record of a page, shown to people who may star. */
export function StarButton({ record }: { record: StarredRecord }) {
  const { hasPermission } = useSession();
  const mayStar = hasPermission('STARRED_CREATE');
  const star = useEndpoint(getStar, { params: record }, { enabled: mayStar });
  const setStar = useSetStar();
  if (!mayStar) return null;
  const isStarred = star.data?.is_starred === true;
  const Icon = isStarred ? IconStarFilled : IconStar;
  const label = isStarred ? 'Remove the star' : 'Star';
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      aria-pressed={isStarred}
      disabled={star.data === undefined}
      loading={setStar.isPending}
      onClick={() => setStar.mutate({ record, isStarred: !isStarred })}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
