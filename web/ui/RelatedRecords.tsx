import type { ReactNode } from 'react';
import { AddressLink } from './AddressLink.tsx';
import classes from './related-records.module.css';

interface RelatedRecordsProps {
  related: readonly { title: string; links: readonly { title: string; href: string }[] }[];
  children: ReactNode;
}

/** A record's own content, and beside it the records it belongs to and those made from it. */
export function RelatedRecords({ related, children }: RelatedRecordsProps) {
  const present = related.filter(({ links }) => links.length > 0);
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      {present.length > 0 && (
        <aside className={classes.related} aria-label="Related records">
          {present.map(({ title, links }) => (
            <section key={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul className={classes.list}>
                {links.map((link) => (
                  <li key={link.href}>
                    <AddressLink href={link.href} size="sm">
                      {link.title}
                    </AddressLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </aside>
      )}
    </div>
  );
}
