import { Button } from '@mantine/core';
import { IconBookmark, IconLink } from '@tabler/icons-react';
import { useSession } from '../../../base/sign-in/session.ts';
import { copyLink } from '../../../ui/text/CopyText.tsx';
import type { Draft } from '../query-address.ts';
import { openSaveQuery } from './open-query-modals.tsx';

/** Buttons to save and share a query. */
export function QueryActions({ draft, href }: { draft: Draft; href: string }) {
  const { hasPermission } = useSession();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={16} aria-hidden="true" />}
        onClick={() => void copyLink(href)}
      >
        Copy link
      </Button>
      {hasPermission('SEARCH_QUERY_CREATE') && (
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden="true" />}
          onClick={() => openSaveQuery(draft)}
        >
          Save query
        </Button>
      )}
    </>
  );
}
