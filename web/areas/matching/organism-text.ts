/** How genes of two organisms are compared. */
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import { countOf } from '../../ui/text/format.ts';

/** `compared by ...`, to follow what is compared. */
function howCompared({ own, other, table }: Organisms): string {
  return table === null
    ? `compared by equal symbols: no table of orthologues leads from ${own} to ${other}`
    : `compared by orthologues (${table})`;
}

/** One sentence on two networks or data sets. */
export function describeOrganisms(organisms: Organisms): string {
  return `Genes of ${organisms.own} and ${organisms.other} are ${howCompared(organisms)}.`;
}

/** A sentence for each other organism of some modules, to follow another one; '' without any. */
export function describeOthers(others: readonly Organisms[]): string {
  return others.map((organisms) => ` ${describeOrganisms(organisms)}`).join('');
}

/** One sentence on the networks of another organism. */
export function describeNetworks(organisms: Organisms & { networks: number }): string {
  return `${countOf(organisms.networks, 'network')} of ${organisms.other}, ${howCompared(organisms)}.`;
}
