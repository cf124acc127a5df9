import { moduleAddress } from '@omicon/contract/addresses.ts';
import {
  BEST_SET,
  getClosestTrait,
  listModuleEnrichment,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { countOf, formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { figureOf } from './traits/trait-cells.ts';

interface Link {
  title: string;
  href: string;
}

/** The facts of a module that people ask for first, each with the view that has the rest. */
export function useAtAGlance(module: ModuleRecord, version: number | undefined): Link[] {
  const params = { id: module.id };
  const best = useEndpoint(listModuleEnrichment, {
    params,
    query: { ...BEST_SET, version: module.version },
  });
  const closest = useEndpoint(getClosestTrait, { params, query: { version: module.version } });
  const view = (tab: string) => moduleAddress(module.omicon_id, tab, version ?? null);
  const sizes = module.definitions
    .filter(({ members }) => members > 0)
    .map(({ definition, members }) => ({
      title: `${countOf(members, 'member')} by ${DEFINITION_NAMES[definition].title}`,
      href: `${view('members')}&definition=${definition}`,
    }));
  const explained =
    module.pc1_ve === null
      ? []
      : [{ title: `Eigengene explains ${formatPercent(module.pc1_ve)}`, href: view('statistics') }];
  // Lines that are still being read keep their room.
  const sets = best.isPending
    ? [{ title: 'Best set: \u2026', href: view('enrichment') }]
    : (best.data?.results ?? []).map(({ set_name, p_value }) => ({
        title: `Best set: ${set_name} (P ${formatPValue(p_value)})`,
        href: view('enrichment'),
      }));
  const trait = closest.data?.trait ?? null;
  const traits = closest.isPending
    ? [{ title: 'Best trait: \u2026', href: view('traits') }]
    : trait === null
      ? []
      : [
          {
            title: `Best trait: ${displayAttribute(trait.attribute)} (${trait.higher_in === null ? '' : `higher in ${trait.higher_in}, `}${trait.r === null ? 'R²' : 'r'} ${figureOf(trait)}, q ${formatPValue(trait.q_value)})`,
            href: view('traits'),
          },
        ];
  const nearest = module.neighbours.slice(0, 1).map(({ correlation, omicon_id, ...module }) => ({
    title: `Nearest module: ${moduleLabel(module)} (r ${formatDecimal(correlation)})`,
    href: moduleAddress(omicon_id, '', version ?? null),
  }));
  return [...sizes, ...explained, ...sets, ...traits, ...nearest];
}

/** A share in [0, 1] as percent. */
function formatPercent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
