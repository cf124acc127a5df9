/** What of a module picture can be chosen. All of it is in the address; what is as at first is not. */
import { getModulePicture, MAX_PICTURE_ROWS } from '@omicon/contract/areas/analyses/module-picture.ts';
import { MODULE_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';

const SAMPLE_ORDERS = ['data', 'eigengene', 'attribute', 'tree'] as const;
export type SampleOrder = (typeof SAMPLE_ORDERS)[number];
const ROW_ORDERS = ['kme', 'tree', 'name'] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];
/** `eigengene`, or how many members are drawn as lines. */
const BELOW = ['eigengene', '5', '10', '15'] as const;
export type Below = (typeof BELOW)[number];
export const ROW_COUNTS = ['10', '30', '60', 'all'] as const;

export const viewShape = z.object({
  definition: z.enum(MODULE_DEFINITIONS).catch('Seed'),
  rows: z.enum(ROW_COUNTS).catch('30'),
  by: z.enum(SAMPLE_ORDERS).catch('eigengene'),
  order: z.enum(ROW_ORDERS).catch('kme'),
  /** one name on each line; absent for the one that the server chooses, `none` for none */
  strips: z.string().max(1000).optional().catch(undefined),
  scale: z.enum(['z', 'values']).catch('z'),
  palette: z.enum(['blue-red', 'purple-green']).catch('blue-red'),
  below: z.enum(BELOW).catch('eigengene'),
  set: z.coerce.number().int().positive().optional().catch(undefined),
});

export type View = z.output<typeof viewShape>;
export type ViewChange = Partial<Record<keyof View, string | null>>;
export const FIRST_VIEW: View = viewShape.parse({});
export const NO_STRIPS = 'none';

/** Names of the chosen sample attributes; undefined if the server chooses. */
export function chosenStrips(strips: View['strips']): readonly string[] | undefined {
  return strips === NO_STRIPS ? [] : strips?.split('\n');
}

export function pictureQuery(view: View, version: number) {
  const strips = chosenStrips(view.strips);
  return {
    version,
    definition: view.definition,
    rows: view.rows === 'all' ? MAX_PICTURE_ROWS : Number(view.rows),
    ...(strips === undefined ? {} : { attributes: strips.join('\n') }),
    ...(view.set === undefined ? {} : { gene_set: view.set }),
  };
}

/** Address of the call for a picture. */
export function picturePath(id: number, query: ReturnType<typeof pictureQuery>): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${getModulePicture.path.replace(':id', String(id))}?${new URLSearchParams(entries)}`;
}
