import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** The kinds of cells of a set of genes, a script of its own. */
export const CellTypesTab = lazyPart(
  'the cell types',
  async () => (await import('./CellTypesPanel.tsx')).CellTypesPanel,
);
