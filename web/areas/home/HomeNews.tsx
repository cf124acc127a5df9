import { Text, Title } from '@mantine/core';
import {
  ANALYSES,
  COMMENT_LOG,
  commentAddress,
  DATA_COLLECTIONS,
  DATA_SETS,
  DOWNLOAD_LOG,
  SEARCH_LOG,
} from '@omicon/contract/addresses.ts';
import { MOST_NEW_COMMENTS, type HomeNews as News } from '@omicon/contract/areas/home.ts';
import type { UnreadNotification } from '@omicon/contract/areas/notifications.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, cutEnd, formatDate } from '../../ui/text/format.ts';
import classes from './home.module.css';

const NEWEST = '?sort=upload_date&order=desc';
const TEXT_LETTERS = 100;

const KINDS: Record<UnreadNotification['kind'], { one: string; several: string; href: string }> = {
  mention: { one: 'unread comment for you', several: 'unread comments for you', href: COMMENT_LOG },
  advancedSearch: {
    one: 'search or run to look at',
    several: 'searches or runs to look at',
    href: SEARCH_LOG,
  },
  download: { one: 'download that is ready', several: 'downloads that are ready', href: DOWNLOAD_LOG },
};

interface Item {
  text: string;
  href: string;
}

/** What came, with links to lists that begin with it. */
export function newsItems(news: News | null, unread: readonly UnreadNotification[]): Item[] {
  const records =
    news === null
      ? []
      : [
          { count: news.data_collections, name: 'data collection', href: `${DATA_COLLECTIONS}${NEWEST}` },
          { count: news.data_sets, name: 'data set', href: `${DATA_SETS}${NEWEST}` },
          { count: news.networks, name: 'network', href: `${ANALYSES}${NEWEST}` },
        ].map(({ count, name, href }) => ({ count, text: countOf(count, name), href }));
  const notified = [...Map.groupBy(unread, ({ kind }) => kind)].map(([kind, { length }]) => {
    const { one, several, href } = KINDS[kind];
    return { count: length, text: countOf(length, one, several), href };
  });
  return [...records, ...notified].filter(({ count }) => count > 0);
}

function CommentList({ comments, newest_comments }: News) {
  if (comments === 0) return null;
  const more = comments - newest_comments.length;
  return (
    <div>
      <Text size="sm">
        {comments === MOST_NEW_COMMENTS ? `${comments} or more comments` : countOf(comments, 'comment')}
        {more > 0 && ', the newest:'}
      </Text>
      <ul className={classes.list}>
        {newest_comments.map(({ id, said_by, text, comment_page_url }) => (
          <li key={id}>
            <AddressLink href={commentAddress(comment_page_url, id)} size="sm">
              {said_by}: {cutEnd(text, TEXT_LETTERS)}
            </AddressLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface HomeNewsProps {
  news: News | null;
  unread: readonly UnreadNotification[];
}

/** What is new since the last visit. Nothing at the first one. */
export function HomeNews({ news, unread }: HomeNewsProps) {
  const items = newsItems(news, unread);
  if (news === null && items.length === 0) return null;
  const isNothing = items.length === 0 && news?.comments === 0;
  return (
    <section aria-labelledby="home-news">
      <Title order={2} id="home-news" mb={4}>
        {news === null ? 'New' : `New since your last visit, ${formatDate(news.since)}`}
      </Title>
      {isNothing && (
        <Text size="sm" c="dimmed">
          Nothing new.
        </Text>
      )}
      {items.length > 0 && (
        <ul className={classes.row}>
          {items.map(({ text, href }) => (
            <li key={href}>
              <AddressLink href={href} size="sm">
                {text}
              </AddressLink>
            </li>
          ))}
        </ul>
      )}
      {news !== null && <CommentList {...news} />}
    </section>
  );
}
