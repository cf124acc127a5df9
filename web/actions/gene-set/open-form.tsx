import { modals } from '@mantine/modals';
import type { GeneSetItem } from '@omicon/contract/areas/genes/gene-sets.ts';
import { lazyForm } from '../../ui/form/lazy-form.tsx';
import type { GeneFile } from './GeneSetForm.tsx';

const GeneSetForm = lazyForm(async () => (await import('./GeneSetForm.tsx')).GeneSetForm);

/** Opens the form for a new gene set or an edit. @param file genes to start with */
export function openGeneSetForm(
  set: GeneSetItem | null,
  onSaved: (set: GeneSetItem) => void,
  file: GeneFile | null = null,
): void {
  const modalId = modals.open({
    title: set === null ? 'New gene set' : `Edit ${set.name}`,
    size: 'lg',
    children: <GeneSetForm set={set} file={file} onClose={() => modals.close(modalId)} onSaved={onSaved} />,
  });
}
