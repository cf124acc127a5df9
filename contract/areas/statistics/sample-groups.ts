/** Rules that choose samples of one data set, as statistics of groups take them. */
import { z } from 'zod';
import { text } from '../../base/endpoint.ts';

/** A sample must have one of these values; null is NA. */
export const sampleRule = z.strictObject({
  attribute: text(200),
  values: z.array(text(400).nullable()).min(1).max(100),
});

/** Samples that satisfy all rules, or the listed labels. */
export const sampleGroup = z.strictObject({
  name: text(100).trim().min(1, 'Enter name'),
  rules: z.array(sampleRule).max(10).optional(),
  samples: z.array(text(200)).max(10_000).optional(),
});
export type SampleGroup = z.output<typeof sampleGroup>;
