import { describe, expect, test } from 'vitest';
import { consensusGenes } from './consensus-genes.ts';

/** A cohort with one recurring module, of which the first two symbols are members. */
const cohort = (...kme: number[]) => [{ kme: Float64Array.from(kme), members: Uint32Array.of(0, 1) }];

describe('the genes of a consensus', () => {
  test('are those with the highest kME over the cohorts, with the cohorts that have and measure them', () => {
    const { genes } = consensusGenes(
      [cohort(0.7, 0.9, 0.6, 0.8, 0.6, 0.6), cohort(0.7, 0.9, Number.NaN, 0.8, 0.6, 0.6)],
      6,
    );
    expect([...genes.symbols]).toEqual([1, 3, 0, 2, 4, 5]);
    expect([...genes.memberOf]).toEqual([2, 0, 2, 0, 0, 0]);
    expect([...genes.measuredBy]).toEqual([2, 2, 2, 1, 2, 2]);
    expect(genes.kme[0]).toBeCloseTo(0.9, 10);
  });

  test('are none that hardly go with the signal, however few there are', () => {
    const weak = [0.9, 0.9, 0.9, 0.8, 0.8, 0.8, 0.49, 0.1];
    const { genes, consensus } = consensusGenes([cohort(...weak), cohort(...weak)], weak.length);
    expect([...genes.symbols]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(consensus[7]).toBeCloseTo(0.1, 10);
  });

  test('of a signal without five strong genes are its five strongest', () => {
    const faint = [0.45, 0.4, 0.35, 0.3, 0.25, 0.2, -0.3];
    const { genes } = consensusGenes([cohort(...faint), cohort(...faint)], faint.length);
    expect([...genes.symbols]).toEqual([0, 1, 2, 3, 4]);
  });
});
