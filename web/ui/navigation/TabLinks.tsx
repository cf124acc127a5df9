import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { formatCount } from '../text/format.ts';
import { AddressLink } from './AddressLink.tsx';
import classes from './tab-links.module.css';

/** What a tab shows, if it has a script of its own. */
export type TabPart = { preload(): void };

interface Tab {
  name: string;
  title: string;
  count?: number;
  /** address of the tab, if it has its own */
  href?: string;
  /** loads when the tab is pointed at */
  part?: TabPart;
}

/** Query parameters that apply to one tab only. */
const OF_ONE_TAB = [
  ...['page', 'size', 'sort', 'order', 'search', 'folder'],
  ...['comment', 'file_folder_name', 'entity_type', 'entity_id'],
];

/** Scrolls a row of tabs that is wider than the screen to the chosen one, also after the screen is rotated. */
function useChosenInSight(row: RefObject<HTMLElement | null>, chosen: string, names: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: tabs added later move the chosen one
  useEffect(() => {
    const tabs = row.current;
    const tab = tabs?.querySelector('[aria-current]');
    if (!tabs || !tab) return;
    const reveal = () => {
      const [outer, inner] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
      if (inner.right > outer.right) tabs.scrollLeft += inner.right - outer.right;
      if (inner.left < outer.left) tabs.scrollLeft -= outer.left - inner.left;
    };
    // Calls back at once, too, but when the page has been laid out.
    const sizes = new ResizeObserver(reveal);
    sizes.observe(tabs);
    return () => sizes.disconnect();
  }, [row, chosen, names]);
}

/** Tabs as links; the chosen one is `tab` in the query. */
export function TabLinks({ tabs, chosen, label }: { tabs: readonly Tab[]; chosen: string; label: string }) {
  const location = useLocation();
  const row = useRef<HTMLElement>(null);
  useChosenInSight(row, chosen, tabs.map(({ name }) => name).join(' '));
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, title, count, href, part }) => {
        const query = new URLSearchParams(location.searchStr);
        for (const other of OF_ONE_TAB) query.delete(other);
        query.set('tab', name);
        return (
          <AddressLink
            key={name}
            href={href ?? `${location.pathname}?${query}`}
            onPreload={part?.preload}
            className={classes.tab ?? ''}
            aria-current={name === chosen ? 'page' : undefined}
            underline="never"
          >
            {title}
            {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
          </AddressLink>
        );
      })}
    </nav>
  );
}
