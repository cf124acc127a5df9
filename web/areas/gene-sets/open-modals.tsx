import { modals } from '@mantine/modals';
import type { GeneSetItem } from '@omicon/contract/areas/gene-sets.ts';
import { GeneSetForm } from './GeneSetForm.tsx';
import { GeneSetPreview } from './GeneSetPreview.tsx';

/** Opens the form for a new gene set or an edit. */
export function openGeneSetForm(set: GeneSetItem | null, onSaved: (set: GeneSetItem) => void): void {
  const modalId = modals.open({
    title: set === null ? 'New gene set' : `Edit ${set.name}`,
    size: 'lg',
    children: <GeneSetForm set={set} onClose={() => modals.close(modalId)} onSaved={onSaved} />,
  });
}

export function openGeneSetPreview(set: GeneSetItem): void {
  modals.open({ title: set.name, size: 'lg', children: <GeneSetPreview set={set} /> });
}
