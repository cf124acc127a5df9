import { listGeneSetCategories, listSpecies } from '@omicon/contract/areas/genes/gene-sets.ts';
import { OTHER } from '@omicon/domain/records/gene-sets.ts';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { Select } from '../../../ui/form/options/Select.tsx';
import classes from '../gene-lists.module.css';
import type { RankingQuery } from '../ranking/ranking-query.ts';

const withoutOther = ({ results }: { results: string[] }) => results.filter((choice) => choice !== OTHER);

interface SetFiltersProps {
  query: Pick<RankingQuery, 'category' | 'species'>;
  onChange(changes: Record<string, string | null>): void;
  children?: ReactNode;
}

/** The choices, with the one of the address, even if unknown. */
function choices(known: readonly string[] | undefined, chosen: string): string[] {
  return [...new Set([...(known ?? []), ...(chosen === '' ? [] : [chosen])])];
}

/** Filters for the ranked gene sets. */
export function SetFilters({ query, onChange, children }: SetFiltersProps) {
  const { hasPermission } = useSession();
  const mayList = hasPermission('RESOURCE_GENESET_LIST_VIEW');
  const categories = useEndpoint(listGeneSetCategories, {}, { select: withoutOther, enabled: mayList });
  const species = useEndpoint(listSpecies, {}, { select: withoutOther, enabled: mayList });
  return (
    <div className={classes.filters}>
      <Select
        label="Category"
        size="xs"
        w={200}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Any category' }}
        placeholder="Any"
        value={query.category === '' ? null : query.category}
        data={choices(categories.data, query.category)}
        onChange={(category) => onChange({ category })}
      />
      <Select
        label="Species"
        size="xs"
        w={200}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Any species' }}
        placeholder="Any"
        value={query.species === '' ? null : query.species}
        data={choices(species.data, query.species)}
        onChange={(chosen) => onChange({ species: chosen })}
      />
      {children}
    </div>
  );
}
