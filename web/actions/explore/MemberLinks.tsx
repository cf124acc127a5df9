import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { CompareLink } from './CompareLink.tsx';
import { ExploreMembers } from './ExploreGenes.tsx';
import { RankedModuleLink } from './RankedLink.tsx';

interface MemberLinksProps {
  module: { id: number; version: number };
  definition: ModuleDefinition;
}

/** What the members of a module under one definition can be compared with. */
export function MemberLinks({ module: { id, version }, definition }: MemberLinksProps) {
  return (
    <>
      <ExploreMembers id={id} version={version} definition={definition} />
      <RankedModuleLink id={id} />
      <CompareLink list={{ kind: 'module', id }} />
    </>
  );
}
