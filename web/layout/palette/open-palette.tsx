import { modals } from '@mantine/modals';
import { lazyForm } from '../../ui/form/lazy-form.tsx';

const CommandPalette = lazyForm(async () => (await import('./CommandPalette.tsx')).CommandPalette);

/** Opens the command palette, unless something else covers the page. */
export function openPalette(): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  const modalId = modals.open({
    title: 'Command palette',
    size: 'lg',
    children: <CommandPalette onDone={() => modals.close(modalId)} />,
  });
}
