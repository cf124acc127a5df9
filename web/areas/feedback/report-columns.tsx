import { UnstyledButton } from '@mantine/core';
import type { BugReport, FeedbackItem } from '@omicon/contract/areas/feedback.ts';
import type { Column } from '../../ui/grid/columns.ts';
import classes from './feedback.module.css';
import { STATUS_NAMES } from './statuses.ts';

type Report = BugReport | FeedbackItem;

function Opener({ text, onOpen }: { text: string; onOpen(): void }) {
  return (
    <UnstyledButton tabIndex={-1} className={classes.open ?? ''} onClick={onOpen}>
      {text}
    </UnstyledButton>
  );
}

/** Columns of both lists; a click on a row's text opens the whole report. */
export function reportColumns<Row extends Report>(
  title: string,
  textOf: (row: Row) => string,
  open: (row: Row) => void,
): Column<Row>[] {
  return [
    {
      key: 'text',
      title,
      width: 420,
      isSortable: false,
      value: textOf,
      show: (row) => <Opener text={textOf(row)} onOpen={() => open(row)} />,
    },
    {
      key: 'last_name',
      title: 'Name',
      width: 200,
      value: (row) => `${row.first_name} ${row.last_name}`,
    },
    {
      key: 'reported_by',
      title: 'User name',
      width: 150,
      isSortable: false,
      value: (row) => row.reported_by,
    },
    { key: 'status', title: 'Status', width: 90, value: (row) => STATUS_NAMES[row.status] },
    { key: 'created_at', title: 'Created', kind: 'date', width: 120, value: (row) => row.created_at },
  ];
}
