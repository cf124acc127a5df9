/** Text and colour of the cells of a module-trait table, for screen, readout, pictures and files. */

import type { listModuleTraits } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { higherGroup } from '@omicon/domain/statistics/modules/traits.ts';
import { writeTable } from '../../../ui/files/write-table.ts';
import { countOf, formatDecimal, formatPValue } from '../../../ui/text/format.ts';
import { describeNotNumbers } from '../../../ui/text/not-numbers.ts';

export type TraitTable = ReplyOf<typeof listModuleTraits>;
export type Trait = TraitTable['traits'][number];
export type TraitModule = TraitTable['modules'][number];
export type TraitCell = TraitModule['cells'][number];

/** Cells with q below it are bold. */
export const SIGNIFICANT_Q = 0.05;

const COLD = '#2166ac';
const HOT = '#b2182b';
const GROUPS = '#762a83';
/** Percent; text stays readable on the strongest colour, in light and dark mode. */
const MAX_SHARE = 75;

/** Colour of a cell and its intensity in percent: r by sign and size, R2 by its root. Null for an empty cell. */
export function shadeOf(cell: TraitCell): { colour: string; share: number } | null {
  if (cell === null) return null;
  const size = cell.r === null ? Math.sqrt(cell.r2) : Math.abs(cell.r);
  const colour = cell.r === null ? GROUPS : cell.r < 0 ? COLD : HOT;
  return { colour, share: Math.round(MAX_SHARE * Math.min(1, size)) };
}

/** r or R2 with two digits. */
export function figureOf(cell: TraitCell): string {
  if (cell === null) return '';
  return formatDecimal(cell.r ?? cell.r2, 2);
}

/** `higher in IDH1 mutant`: the group of a trait of two values with the higher mean eigengene; empty for other traits. */
function describeHigher({ kind, groups, value_labels }: Trait, cell: NonNullable<TraitCell>): string {
  const group = higherGroup({ kind, groups }, cell.r);
  return group === null ? '' : `higher in ${labelOf(group, value_labels)}, `;
}

/** One sentence with all numbers of a cell. */
export function describeCell(module: TraitModule, trait: Trait, cell: TraitCell): string {
  const subject = `${moduleLabel(module)} and ${displayAttribute(trait.attribute)}`;
  if (cell === null) return `${subject}: nothing to compare, one of them does not vary.`;
  const figure = `${cell.r === null ? 'R²' : 'r'} ${formatDecimal(cell.r ?? cell.r2)}`;
  const p = `P ${formatPValue(cell.p_value)}, q ${formatPValue(cell.q_value)}`;
  return `${subject}: ${describeHigher(trait, cell)}${figure}, ${p}, ${countOf(trait.n, 'sample')}.`;
}

/** Describes a trait: the groups with their sizes, or that it is numeric. */
export function describeTrait(trait: Trait): string {
  const { attribute, kind, groups, joined_as_others, not_numbers, n, value_labels } = trait;
  const nameOf = (value: string) => labelWithCode(value, value_labels);
  const name = displayAttribute(attribute);
  if (kind === 'numeric')
    return `${name}: numbers of ${countOf(n, 'sample')}${describeNotNumbers(not_numbers)}, Pearson r`;
  const sizes = groups.map((group) => `${nameOf(group.name)} (n=${group.n})`).join(', ');
  const others = joined_as_others.length > 0 ? `; others: ${joined_as_others.map(nameOf).join(', ')}` : '';
  const statistic =
    kind === 'two values'
      ? `Pearson r, ${labelOf(groups[1]?.name ?? '', value_labels)} as 1`
      : 'R² of a one-way analysis of variance';
  return `${name}: ${sizes}${others}; ${statistic}`;
}

/** Sentence naming the modules whose strongest association is with a technical attribute; null when there are none. */
export function describeTechnical({ modules, traits }: TraitTable): string | null {
  const technical = new Set(traits.filter((trait) => trait.is_technical).map(({ attribute }) => attribute));
  const counts = new Map<string, number>();
  for (const { strongest } of modules)
    if (strongest !== null && technical.has(strongest))
      counts.set(strongest, (counts.get(strongest) ?? 0) + 1);
  if (counts.size === 0) return null;
  const parts = [...counts].map(
    ([attribute, n]) =>
      `${n} of ${countOf(modules.length, 'module')} ${n === 1 ? 'follows' : 'follow'} ${displayAttribute(attribute)} more than any other attribute`,
  );
  return `${parts.join('; ')}.`;
}

/** Modules whose strongest association is with a technical attribute. */
export function followsTechnical({ traits }: TraitTable, { strongest }: TraitModule): boolean {
  return traits.some((trait) => trait.is_technical && trait.attribute === strongest);
}

/** The table with one of its modules; q stays that of the whole network. */
export function onlyModule(table: TraitTable, id: number): TraitTable {
  return { ...table, modules: table.modules.filter((module) => module.id === id) };
}

/** One row per cell. */
export function listCells({ modules, traits }: TraitTable) {
  return modules.flatMap((module) =>
    traits.flatMap((trait, at) => {
      const cell = module.cells[at] ?? null;
      return cell === null ? [] : [{ module, trait, ...cell }];
    }),
  );
}

/** The cells of a module, the most strongly associated attribute first. */
export function listClosest(table: TraitTable) {
  return listCells(table).toSorted((a, b) => a.q_value - b.q_value || b.r2 - a.r2);
}

/** The bar of a cell, in percent of an axis from r = -1 to 1; of groups the root of R2, to the right. */
export function barOf({ r, r2 }: NonNullable<TraitCell>): { start: number; size: number } {
  const size = 50 * Math.min(1, r === null ? Math.sqrt(r2) : Math.abs(r));
  return { start: r !== null && r < 0 ? 50 - size : 50, size };
}

/** The numbers beside a bar. */
export function figuresOf(trait: Trait, cell: NonNullable<TraitCell>): string {
  return `${describeHigher(trait, cell)}${cell.r === null ? 'R²' : 'r'} ${figureOf(cell)}, q ${formatPValue(cell.q_value)}, n ${trait.n}`;
}

/** The whole table as TSV, one row per module and attribute. */
export function writeTraits(table: TraitTable): string {
  const titles = [
    'Module',
    'Theme',
    'Attribute',
    'Kind',
    'n',
    'Higher in',
    'r',
    'R2',
    'P',
    'q',
    'Groups',
    'Not numbers',
  ];
  const rows = listCells(table).map(({ module, trait, r, r2, p_value, q_value }) => [
    module.name,
    module.theme,
    trait.attribute,
    trait.kind,
    trait.n,
    higherGroup(trait, r),
    r,
    r2,
    p_value,
    q_value,
    trait.groups.map(({ name, n }) => `${name} (${n})`).join('; '),
    trait.not_numbers.map(({ value, n }) => `${value} (${n})`).join('; '),
  ]);
  return writeTable(titles, rows, 'tsv');
}
