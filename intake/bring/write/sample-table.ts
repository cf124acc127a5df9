/** The laboratory's table of samples, for a collection and for its data sets. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { ORGANISM_ATTRIBUTE } from '@omicon/domain/identifiers/orthologues.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import { keptAttributes } from '../propose/check-attributes.ts';
import { joinSheet, type Layout } from '../propose/layout.ts';
import { quotedLine } from './text.ts';

export interface SampleTable {
  lines: string[];
  /** different individuals; null if no attribute names them */
  individuals: number | null;
}

/** Samples in the order of the values, with the kept attributes and the organism. */
export function sampleTable(layout: Layout, map: DataMap, samples: readonly string[]): SampleTable {
  const { rows } = joinSheet(layout, map, samples);
  const kept = keptAttributes(layout, map, rows);
  const columns = kept.map(({ attribute, values }) => ({ name: attributeInFiles(attribute.name), values }));
  const hasOrganism = columns.some(({ name }) => name.toLowerCase() === ORGANISM_ATTRIBUTE.toLowerCase());
  if (!hasOrganism && map.organism !== '')
    columns.unshift({ name: ORGANISM_ATTRIBUTE, values: samples.map(() => map.organism) });
  const individuals = kept.find(({ attribute }) => attribute.role === 'individual')?.values;
  return {
    individuals:
      individuals === undefined ? null : new Set(individuals.filter((value) => value !== null)).size,
    lines: [
      quotedLine(['Index', 'Label', ...columns.map(({ name }) => name)]),
      ...samples.map((label, at) =>
        quotedLine([at + 1, label, ...columns.map(({ values }) => values[at] ?? null)]),
      ),
    ],
  };
}
