import { confirmDelete } from './confirm-delete.tsx';
import { showToast } from './toasts.ts';

/** Asks before the link of a saved item is replaced. */
export function confirmNewLink(name: string, run: () => void): void {
  confirmDelete({
    verb: 'Replace',
    kind: 'link',
    name: `the link of ${name}`,
    consequence: 'Links that were shared before stop working for everyone.',
    run,
  });
}

export function tellNewLink(name: string): void {
  showToast({ type: 'success', title: 'Link replaced', message: name });
}
