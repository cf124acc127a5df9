import { CloseButton, Text, TextInput } from '@mantine/core';
import { HELP } from '@omicon/contract/addresses.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './help.module.css';
import { TopicSection } from './TopicSection.tsx';
import { findTopics, type Topic, wordsOf } from './topic.ts';
import { TOPICS } from './topics.ts';

interface SearchProps {
  search: string;
  onSearch(search: string): void;
  /** opens the first topic found */
  onEnter(): void;
}

function GuideSearch({ search, onSearch, onEnter }: SearchProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') onEnter();
    if (event.key === 'Escape') onSearch('');
  }
  return (
    <TextInput
      type="search"
      aria-label="Search the guide"
      placeholder="Search the guide"
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        search === '' ? null : (
          <CloseButton size="xs" aria-label="Reset search" onClick={() => onSearch('')} />
        )
      }
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function Contents({ topics, chosen }: { topics: readonly Topic[]; chosen: string }) {
  return (
    <nav aria-label="Topics">
      <ul className={classes.contents}>
        {topics.map(({ id, title }) => (
          <li key={id}>
            <AddressLink
              href={`${HELP}#${id}`}
              underline="never"
              aria-current={id === chosen ? 'location' : undefined}
            >
              {title}
            </AddressLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the topic in the address and focuses its heading. */
function useTopicOfAddress(hash: string): void {
  useEffect(() => {
    if (hash === '') return;
    document.getElementById(hash)?.scrollIntoView();
    document.getElementById(`${hash}-title`)?.focus({ preventScroll: true });
  }, [hash]);
}

/** `/home/help`: a short guide to the portal. Each topic has an address. */
export function Help() {
  const router = useRouter();
  const { hash } = useLocation();
  const [search, setSearch] = useState('');
  const words = wordsOf(search);
  const found = findTopics(TOPICS, words);
  useTopicOfAddress(hash);

  return (
    <>
      <PageTitle title={NAMED_SCREENS.help.title} />
      <div className={classes.page}>
        <div className={classes.side}>
          <GuideSearch
            search={search}
            onSearch={setSearch}
            onEnter={() => found[0] && router.history.push(`${HELP}#${found[0].id}`)}
          />
          <Text size="xs" c="dimmed" mt={6} role="status">
            {words.length === 0 ? '' : `${countOf(found.length, 'topic')} found`}
          </Text>
          <Contents topics={found} chosen={hash} />
        </div>
        <div className={classes.topics}>
          {found.map((topic) => (
            <TopicSection key={topic.id} topic={topic} words={words} />
          ))}
          {found.length === 0 && (
            <EmptyState title="No topic found">Nothing in the guide contains all of these words.</EmptyState>
          )}
        </div>
      </div>
    </>
  );
}
