import type { ReactNode } from 'react';
import { EmptyState } from '../../feedback/EmptyState.tsx';
import { SecondaryButton } from '../../form/SecondaryButton.tsx';
import { countOf } from '../../text/format.ts';
import { type GridView, pagesOf } from '../use-grid-table.ts';

interface NoRowsProps {
  /** number of rows over all pages */
  total: number;
  view: GridView;
  /** why the list may be empty */
  hint: ReactNode;
  onPage(page: number): void;
}

/** In place of rows: the list is empty, the filter leaves none, or the page is beyond the last one. */
export function NoRows({ total, view, hint, onPage }: NoRowsProps) {
  const last = pagesOf(total, view);
  if (total > 0 && view.page > last) {
    return (
      <EmptyState title={`There is no page ${view.page}`}>
        <p>
          The list has {countOf(total, 'record')} on {countOf(last, 'page')}.
        </p>
        <SecondaryButton onClick={() => onPage(last)}>
          {last === 1 ? 'Go to the first page' : `Go to the last page, ${last}`}
        </SecondaryButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No records found">
      {view.search === ''
        ? hint
        : `Nothing here contains “${view.search}”. Clear the filter to see all records.`}
    </EmptyState>
  );
}
