import { Group, Stack, Text, Title } from '@mantine/core';
import { homeOfFile } from '@omicon/contract/addresses.ts';
import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { getHome } from '@omicon/contract/areas/home.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeStatus } from '../../areas/atlas/atlas-text.ts';
import { useFileActions } from '../../areas/files/use-file-actions.tsx';
import { refuseList } from '../../areas/gene-lists/gene-text.ts';
import { AtlasCard } from '../../areas/home/AtlasCard.tsx';
import { exampleQuestions } from '../../areas/home/example-questions.ts';
import { FilesByRecord } from '../../areas/home/FilesByRecord.tsx';
import { HomeNews } from '../../areas/home/HomeNews.tsx';
import classes from '../../areas/home/home.module.css';
import { NewestRecords } from '../../areas/home/NewestRecords.tsx';
import { PasteList } from '../../areas/home/PasteList.tsx';
import { withPreview } from '../../base/addresses/preview-address.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { SearchBox } from '../../layout/search/SearchBox.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';

const { addCollection, explore, help, resources } = NAMED_SCREENS;

/** Questions to begin with; nothing without public data. */
function Questions() {
  const { data, isPending } = useEndpoint(
    getPublicContents,
    {},
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  const questions = data === undefined ? [] : exampleQuestions(data);
  if (!isPending && questions.length === 0) return null;
  return (
    <section>
      <Title order={2} mb={4}>
        Questions to begin with
      </Title>
      <ul className={`${classes.list} ${classes.questions}`} data-waiting={isPending || undefined}>
        {questions.map(({ question, address }) => (
          <li key={address}>
            <AddressLink href={address} size="sm">
              {question}
            </AddressLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing that the person may read: what to do first. */
function EmptyHome() {
  const { hasPermission } = useSession();
  if (hasPermission(addCollection.access))
    return (
      <EmptyState title="There are no data yet">
        Begin with a data collection: a zip archive of the folder that the pipeline wrote.
        <Group gap="sm" justify="center" mt="md">
          <ButtonLink href={addCollection.href} size="xs">
            {addCollection.title}
          </ButtonLink>
          <AddressLink href={`${help.href}#uploads`}>How to add data</AddressLink>
        </Group>
      </EmptyState>
    );
  return (
    <EmptyState title="There are no data that you can read yet">
      Members of the laboratory add them, and decide who may read them.
      <Group gap="sm" justify="center" mt="md">
        {hasPermission(resources.access) && (
          <AddressLink href={resources.href}>Look at gene sets and mapping tables</AddressLink>
        )}
        <AddressLink href={help.href}>What this portal can do</AddressLink>
      </Group>
    </EmptyState>
  );
}

/** All of it is shown at once: news that came later would move the parts below. */
function useHome() {
  const { session, hasPermission } = useSession();
  const reply = useEndpoint(getHome, {});
  // Without it, the home page only says less.
  const atlas = useEndpoint(
    getAtlas,
    { query: FIRST_ORDER.atlasOfHome },
    { enabled: hasPermission(getAtlas.permission), retry: false },
  );
  const unread = useEndpoint(
    listUnreadNotifications,
    {},
    { enabled: (session?.me.id ?? null) !== null, retry: false },
  );
  const isWaiting = reply.isPending || unread.isLoading || atlas.isLoading;
  return {
    reply,
    isWaiting,
    home: isWaiting ? undefined : reply.data,
    atlas: atlas.data,
    unread: unread.data?.notifications ?? [],
  };
}

function AboveFiles({ reply, home, atlas, unread }: ReturnType<typeof useHome>) {
  const { hasPermission, isGuest } = useSession();
  const location = useLocation();
  const { contentHref } = useFileActions((file) => withPreview(location, 'file', file.key));
  const hrefOf = (file: FileItem) => contentHref(file) ?? homeOfFile(file);
  const isEmpty =
    home !== undefined &&
    [home.data_collections, home.analyses, home.files].every(({ length }) => length === 0);
  return (
    <>
      <div className={classes.columns}>
        <Stack gap="sm">
          <SearchBox isOfHome />
          {hasPermission(explore.access) && <PasteList refuse={refuseList} />}
          {isGuest && (
            <Text size="sm" c="dimmed">
              As a guest you can look at all that is public. With an account you can also download, comment,
              and keep queries and baskets.
            </Text>
          )}
        </Stack>
        <Questions />
      </div>
      {home === undefined && <NotLoaded reply={reply} what="what is new" lines={10} />}
      {isEmpty && <EmptyHome />}
      {home !== undefined && (
        <>
          {atlas !== undefined && <AtlasCard atlas={atlas} facts={describeStatus(atlas.status)} />}
          <HomeNews news={home.news} unread={unread} />
          <NewestRecords {...home} />
          <FilesByRecord records={home.files} hrefOf={hrefOf} />
        </>
      )}
    </>
  );
}

/**
 * The home page above its list of recent files, which comes with it: a list that was there before would be moved.
 * @param isPreview a file of the list is shown in place of the page
 */
export function HomeParts({ isPreview = false, children }: { isPreview?: boolean; children?: ReactNode }) {
  const parts = useHome();
  return (
    <div className={classes.page}>
      {!isPreview && <AboveFiles {...parts} />}
      {(isPreview || !parts.isWaiting) && children}
    </div>
  );
}
