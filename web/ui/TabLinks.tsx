import { useLocation } from '@tanstack/react-router';
import { AddressLink } from './AddressLink.tsx';
import classes from './tab-links.module.css';

interface Tab {
  name: string;
  title: string;
  count?: number;
  /** where the tab has an address of its own */
  href?: string;
}

/** Parts of the query that mean something in one tab only. */
const OF_ONE_TAB = [
  ...['page', 'size', 'sort', 'order', 'search', 'folder'],
  ...['comment', 'file_folder_name', 'entity_type', 'entity_id'],
];

/** Tabs that are addresses: the chosen one stands in the query as `tab`. */
export function TabLinks({ tabs, chosen, label }: { tabs: readonly Tab[]; chosen: string; label: string }) {
  const location = useLocation();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, title, count, href }) => {
        const query = new URLSearchParams(location.searchStr);
        for (const other of OF_ONE_TAB) query.delete(other);
        query.set('tab', name);
        return (
          <AddressLink
            key={name}
            href={href ?? `${location.pathname}?${query}`}
            className={classes.tab ?? ''}
            aria-current={name === chosen ? 'page' : undefined}
            underline="never"
          >
            {title}
            {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
          </AddressLink>
        );
      })}
    </nav>
  );
}
