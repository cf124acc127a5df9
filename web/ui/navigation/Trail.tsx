import { Breadcrumbs, Text } from '@mantine/core';
import { NameText } from '../text/NameText.tsx';
import { AddressLink } from './AddressLink.tsx';
import classes from './trail.module.css';

/** Breadcrumbs: links to the ancestors of this page, then its name. */
export function Trail({ steps, here }: { steps: readonly { title: string; href: string }[]; here: string }) {
  return (
    <Breadcrumbs component="nav" aria-label="Where you are" separator="/" separatorMargin={6} mb={6}>
      {steps.map(({ title, href }) => (
        <AddressLink key={href} href={href} size="xs" className={classes.step ?? ''} title={title}>
          <NameText text={title} />
        </AddressLink>
      ))}
      <Text size="xs" c="dimmed" aria-current="page" maw="max(320px, 36vw)" truncate="end" title={here}>
        <NameText text={here} />
      </Text>
    </Breadcrumbs>
  );
}
