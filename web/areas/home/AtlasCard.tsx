import { Text, Title } from '@mantine/core';
import { ATLAS, metaModuleAddress } from '@omicon/contract/addresses.ts';
import type { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './home.module.css';

interface AtlasCardProps {
  atlas: ReplyOf<typeof getAtlas>;
  /** what it is made of, in a sentence */
  facts: string;
}

/** The signals found in most cohorts. Nothing while there are none. */
export function AtlasCard({ atlas: { results, total }, facts }: AtlasCardProps) {
  if (total === 0) return null;
  return (
    <section aria-labelledby="home-atlas" className={classes.card}>
      <Title order={2} id="home-atlas">
        What recurs in these data
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {facts}
      </Text>
      <ul className={`${classes.row} ${classes.list}`}>
        {results.map(({ omicon_id, title, found, findable }) => (
          <li key={omicon_id}>
            <AddressLink href={metaModuleAddress(omicon_id)} size="sm">
              {title}
            </AddressLink>{' '}
            <Text component="span" size="xs" c="dimmed">
              {found} of {countOf(findable, 'cohort')}
            </Text>
          </li>
        ))}
        <li>
          <AddressLink href={ATLAS} size="sm">
            All {countOf(total, 'signal')}
          </AddressLink>
        </li>
      </ul>
    </section>
  );
}
