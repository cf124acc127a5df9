import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { QuerySection } from '@omicon/domain/query/query.ts';
import { createContext, useContext } from 'react';
import type { LiveCounts } from './use-live-counts.ts';

/** Shared by all rules of a section. */
export interface EditorContext {
  section: QuerySection;
  fields: readonly QueryField[];
  /** attributes that rules of modules can name */
  sampleFields: readonly QueryField[];
  dataSetFields: readonly QueryField[];
  counts: LiveCounts;
  /** whether columns of ontology ids are offered as fields, by the flag ONTOLOGY_AUTOCOMPLETE */
  offersTermIds: boolean;
}

const Context = createContext<EditorContext | null>(null);

export const EditorProvider = Context.Provider;

export function useEditor(): EditorContext {
  const context = useContext(Context);
  if (context === null) throw new Error('A rule editor was rendered outside a section.');
  return context;
}
