/** Themes of modules: which set names a module, and how its name reads. */
import { expect, test } from 'vitest';
import {
  chooseThemeSet,
  colourOfLabel,
  type EnrichedSet,
  moduleLabel,
  themeOfSetName,
} from './module-theme.ts';

function set(name: string, p: number, other: Partial<EnrichedSet> = {}): EnrichedSet {
  return { number: 1, name, category: null, size: 100, p, ...other };
}

test('names of sets read as words, without their collection, abbreviations in their own case', () => {
  for (const [name, theme] of [
    ['PANGLAO_MICROGLIA', 'microglia'],
    ['CELLMARKER_BRAIN_OLIGODENDROCYTE', 'brain oligodendrocyte'],
    ['HALLMARK_E2F_TARGETS', 'E2F targets'],
    ['HALLMARK_TNFA_SIGNALING_VIA_NFKB', 'TNFA signaling via NFKB'],
    ['GOBP_MRNA_TRANSCRIPTION', 'mRNA transcription'],
    ['GOBP_T_CELL_APOPTOTIC_PROCESS', 'T cell apoptotic process'],
    ['REACTOME_3_UTR_MEDIATED_TRANSLATIONAL_REGULATION', '3 UTR mediated translational regulation'],
    ['VERHAAK_GBM_PRONEURAL', 'Verhaak GBM proneural'],
    ['Kelley astrocyte markers', 'Kelley astrocyte markers'],
    ['lab_microglia_2019', 'lab microglia 2019'],
    ['MICROGLIA', 'MICROGLIA'],
  ] as const)
    expect(themeOfSetName(name)).toBe(theme);
});

test('a long name ends after a whole word, and says that it goes on', () => {
  expect(themeOfSetName('GOBP_ANTIGEN_PROCESSING_AND_PRESENTATION_OF_EXOGENOUS_PEPTIDE_ANTIGEN')).toBe(
    'antigen processing and presentation of…',
  );
  expect(themeOfSetName('x'.repeat(60))).toHaveLength(40);
});

test('of sets about as enriched as the best, a cell type names the module, then a smaller set', () => {
  const process = set('GOBP_AXON_ENSHEATHMENT', 1e-40);
  const cell = set('PANGLAO_OLIGODENDROCYTES', 1e-32, { category: 'CellType' });
  const large = set('GOBP_SIGNALING', 1e-41, { size: 5000 });
  expect(chooseThemeSet([process, cell, large])).toBe(cell);
  expect(chooseThemeSet([large, process])).toBe(process);
  // Far less enriched than the best one.
  expect(chooseThemeSet([process, { ...cell, p: 1e-20 }])).toBe(process);
  expect(chooseThemeSet([])).toBeNull();
  // A P that underflowed is the best there is.
  const certain = set('CERTAIN', 0, { number: 2 });
  expect(chooseThemeSet([cell, certain])).toBe(certain);
});

test('a module is its colour and its theme', () => {
  expect(moduleLabel({ name: 'turquoise', theme: 'microglia' })).toBe('turquoise · microglia');
  expect(moduleLabel({ name: 'turquoise', theme: null })).toBe('turquoise');
});

test('the colour in a label is that of the module, with and without a theme', () => {
  for (const theme of ['E2F targets', 'a · b', null])
    expect(colourOfLabel(moduleLabel({ name: 'blue', theme }))).toBe('blue');
});
