import { z } from 'zod';

/** What survival is compared by, as in the address: `attribute:Sex`, `feature:MKI67`, `module:1234`. */
type SurvivalBy = { kind: 'attribute' | 'feature'; name: string } | { kind: 'module'; id: number };

export const survivalShape = z.object({
  by: z.string().max(220).catch(''),
  split: z.enum(['halves', 'thirds']).catch('halves'),
  cut: z.coerce.number().optional().catch(undefined),
  facet: z.string().max(200).catch(''),
  /** names, one on each line */
  adjust: z.string().max(700).catch(''),
  time: z.string().max(200).catch(''),
  event: z.string().max(200).catch(''),
  /** texts that are events, one on each line */
  observed: z.string().max(2000).catch(''),
  interval: z.enum(['log', 'log-log']).catch('log'),
});
export type SurvivalQuery = z.output<typeof survivalShape>;

/** Undefined for text that names nothing. */
export function parseBy(text: string): SurvivalBy | undefined {
  const [, kind, name = ''] = /^(attribute|feature|module):(.+)$/s.exec(text) ?? [];
  if (kind === 'attribute' || kind === 'feature') return { kind, name };
  const id = Number(name);
  return kind === 'module' && Number.isInteger(id) && id > 0 ? { kind, id } : undefined;
}

export function namesIn(lines: string): string[] {
  return lines.split('\n').filter((name) => name !== '');
}

/** The body of the call. */
export function bodyOf({ by, split, cut, facet, adjust, time, event, observed, interval }: SurvivalQuery) {
  return {
    by: parseBy(by),
    split,
    interval,
    adjust_for: namesIn(adjust),
    ...(cut === undefined ? {} : { cut }),
    ...(facet === '' ? {} : { facet }),
    ...(time === '' ? {} : { time }),
    ...(event === '' ? {} : { event }),
    ...(observed === '' ? {} : { observed }),
  };
}
