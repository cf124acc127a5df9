import { modals } from '@mantine/modals';

/** Opens the form for bug reports, comments and wishes, from wherever it is asked for. */
export function openReport(): void {
  modals.openContextModal({
    modal: 'report-bug',
    modalId: 'report-bug',
    title: 'Feedback',
    size: 'lg',
    // What was written is not lost by a click beside it.
    closeOnClickOutside: false,
    innerProps: {},
  });
}
