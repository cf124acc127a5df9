import { Text, Title } from '@mantine/core';
import { analysisAddress, dataCollectionAddress } from '@omicon/contract/addresses.ts';
import type { HomeAnalysis, HomeCollection } from '@omicon/contract/areas/home.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatDate } from '../../ui/text/format.ts';
import { NameText } from '../../ui/text/NameText.tsx';
import classes from './home.module.css';

interface Card {
  id: number;
  title: string;
  href: string;
  facts: (string | null)[];
  date: string;
}

function cardOfCollection(collection: HomeCollection): Card {
  const { id, title, data_sets, number_of_samples, technologies, upload_date } = collection;
  return {
    id,
    title,
    href: dataCollectionAddress(id),
    facts: [countOf(data_sets, 'data set'), countOf(number_of_samples, 'sample'), ...technologies],
    date: formatDate(upload_date),
  };
}

function cardOfAnalysis({ id, title, networks, modules, technology, upload_date }: HomeAnalysis): Card {
  return {
    id,
    title,
    href: analysisAddress(id),
    facts: [countOf(networks, 'network'), countOf(modules, 'module'), technology],
    date: formatDate(upload_date),
  };
}

function Cards({ title, cards }: { title: string; cards: readonly Card[] }) {
  if (cards.length === 0) return null;
  return (
    <section>
      <Title order={2} mb={4}>
        {title}
      </Title>
      <ul className={classes.cards}>
        {cards.map(({ id, title: name, href, facts, date }) => (
          <li key={id} className={classes.card}>
            <AddressLink href={href}>
              <NameText text={name} />
            </AddressLink>
            <Text size="xs" c="dimmed">
              {facts.filter((fact) => fact !== null).join(', ')}, <span className={classes.date}>{date}</span>
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NewestRecordsProps {
  data_collections: readonly HomeCollection[];
  analyses: readonly HomeAnalysis[];
}

/** The newest collections and analyses, each with its facts on one line. */
export function NewestRecords({ data_collections, analyses }: NewestRecordsProps) {
  return (
    <div className={classes.columns}>
      <Cards title="Newest collections" cards={data_collections.map(cardOfCollection)} />
      <Cards title="Newest analyses" cards={analyses.map(cardOfAnalysis)} />
    </div>
  );
}
