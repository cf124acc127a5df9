import { Group, Pagination, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/options/Select.tsx';
import { SecondaryButton } from '../../form/SecondaryButton.tsx';
import classes from '../data-grid.module.css';
import { type GridView, pagesOf } from '../use-grid-table.ts';

const SIZES = ['20', '50', '100'];
/** Shorter lists fit on any page. */
const SMALLEST = 20;
/** Client lists may be shown whole; the grid then draws only the rows in sight. */
const ALL = { value: '1000000', label: 'All' };

interface GridPagerProps {
  /** false while the rows are being read: it would be seen to move when they come */
  isKnown: boolean;
  total: number;
  view: GridView;
  isServerPaged: boolean;
  /** whole value of the cell that has the focus */
  detail: string | null;
  onChange(change: Partial<GridView>): void;
}

function PageJump({ pages, onJump }: { pages: number; onJump(page: number): void }) {
  const [typed, setTyped] = useState('');
  const wanted = Number(typed);
  const isValid = /^\d+$/.test(typed) && wanted >= 1 && wanted <= pages;
  function jump(): void {
    if (isValid) onJump(wanted);
  }
  return (
    <Form onSubmit={jump}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          size="xs"
          w={64}
          inputMode="numeric"
          aria-label={`Go to page, 1 to ${pages}`}
          placeholder="Page"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
          error={typed !== '' && !isValid}
        />
        <SecondaryButton type="submit" disabled={!isValid} title={`Enter a page between 1 and ${pages}`}>
          Go
        </SecondaryButton>
      </Group>
    </Form>
  );
}

export function GridPager({ isKnown, total, view, isServerPaged, detail, onChange }: GridPagerProps) {
  const pages = pagesOf(total, view);
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const sizes = [...SIZES.map((size) => ({ value: size, label: size })), ...(isServerPaged ? [] : [ALL])];
  return (
    <div className={classes.pager} data-unknown={!isKnown || undefined}>
      <Text size="xs" c="dimmed" className={classes.detail ?? ''} aria-live="off">
        {detail}
      </Text>
      <Group gap="xs">
        {total > SMALLEST && (
          <Select
            size="xs"
            w={72}
            aria-label="Rows on a page"
            data={sizes}
            value={String(view.pageSize)}
            allowDeselect={false}
            onChange={(size) => onChange({ pageSize: Number(size ?? 20), page: 1 })}
          />
        )}
        {pages > 1 && (
          <>
            <Pagination
              size="sm"
              total={pages}
              value={view.page}
              siblings={isNarrow ? 1 : 2}
              boundaries={isNarrow ? 1 : 2}
              onChange={(page) => onChange({ page })}
              getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
              getControlProps={(control) => ({
                'aria-label': control === 'next' ? 'Next page' : 'Previous page',
              })}
            />
            <PageJump pages={pages} onJump={(page) => onChange({ page })} />
          </>
        )}
      </Group>
    </div>
  );
}
