import { getSharedGroup } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { useQueries } from '@tanstack/react-query';
import { endpointQuery } from '../../base/calls/use-endpoint.ts';
import { type Attributes, attributeNames } from '../../ui/sample-rules/attributes.ts';
import { type GroupLetter, nameOfRules } from './group-text.ts';
import type { ComparisonView } from './use-comparison-view.ts';

export interface NamedGroup {
  letter: GroupLetter;
  group: SampleGroup;
}

/**
 * The groups of the address as the call takes them; saved ones are read. A second group of one name gets its letter.
 */
export function useNamedGroups(view: ComparisonView, attributes: Attributes) {
  const { titleOf, labelsOf } = attributeNames(attributes);
  const saved = useQueries({
    queries: view.used.flatMap(({ chosen }) =>
      'token' in chosen ? [endpointQuery(getSharedGroup, { params: { token: chosen.token } })] : [],
    ),
  });
  const groups: NamedGroup[] = [];
  let next = 0;
  for (const { letter, chosen } of view.used) {
    if ('rules' in chosen) {
      const group = { name: nameOfRules(chosen.rules, titleOf, labelsOf), rules: chosen.rules };
      groups.push({ letter, group });
      continue;
    }
    const found = saved[next]?.data?.group;
    next += 1;
    if (found !== undefined) groups.push({ letter, group: found });
  }
  const taken = new Set<string>();
  const named = groups.map(({ letter, group }) => {
    const name = taken.has(group.name) ? `${group.name.slice(0, 90)} (${letter.toUpperCase()})` : group.name;
    taken.add(name);
    return { letter, group: { ...group, name } };
  });
  return {
    groups: named,
    isPending: saved.some(({ isPending }) => isPending),
    error: saved.find(({ isError }) => isError)?.error ?? null,
  };
}
