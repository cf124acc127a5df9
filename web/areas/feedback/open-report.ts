import { modals } from '@mantine/modals';

/** Opens the modal with the forms for bug reports, comments and wishes. */
export function openReport(): void {
  modals.openContextModal({
    modal: 'report-bug',
    modalId: 'report-bug',
    title: 'Feedback',
    size: 'lg',
    // A click outside must not discard the text.
    closeOnClickOutside: false,
    innerProps: {},
  });
}
