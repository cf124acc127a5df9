import type { ReactNode } from 'react';
import { AddressLink } from '../navigation/AddressLink.tsx';
import { NameText } from '../text/NameText.tsx';
import classes from './related-records.module.css';

interface RelatedRecordsProps {
  related: readonly { title: string; links: readonly { title: string; href: string }[] }[];
  /** for content that needs the whole width, such as a table */
  isAbove?: boolean;
  children: ReactNode;
}

/** A record's content, with the records it belongs to and those made from it beside or above. */
export function RelatedRecords({ related, isAbove = false, children }: RelatedRecordsProps) {
  const present = related.filter(({ links }) => links.length > 0);
  const content = <div className={classes.content}>{children}</div>;
  return (
    <div className={classes.columns} data-above={isAbove || undefined}>
      {!isAbove && content}
      {present.length > 0 && (
        <aside className={classes.related} aria-label="Related records">
          {present.map(({ title, links }) => (
            <section key={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul className={classes.list}>
                {links.map((link) => (
                  <li key={link.href}>
                    <AddressLink href={link.href} size="sm">
                      <NameText text={link.title} />
                    </AddressLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </aside>
      )}
      {isAbove && content}
    </div>
  );
}
