import { REPORT_STATUSES } from '@omicon/contract/areas/feedback.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import type { StatusChange } from './calls.ts';

export const STATUS_NAMES: Record<(typeof REPORT_STATUSES)[number], string> = {
  new: 'New',
  open: 'Open',
  closed: 'Closed',
};

/** One action for each other status. */
export function statusActions(
  { id, version, status }: StatusChange,
  change: (to: StatusChange) => void,
): RowAction[] {
  return REPORT_STATUSES.filter((other) => other !== status).map((other) => ({
    label: `Mark as ${STATUS_NAMES[other].toLowerCase()}`,
    run: () => change({ id, version, status: other }),
  }));
}
