import type { ReactNode } from 'react';
import { CollectButton } from '../actions/collect/CollectButton.tsx';
import { collectedGenes } from '../actions/collect/collected-items.ts';
import { ExploreList } from '../actions/explore/ExploreGenes.tsx';
import { SaveGeneSet } from '../actions/gene-set/SaveGeneSet.tsx';
import type { ChosenGenes } from '../ui/text/chosen-genes.ts';

/** What can be done with the genes chosen among correlates. */
export function actionsOfGenes(chosen: ChosenGenes): ReactNode {
  return (
    <>
      <ExploreList identifiers={chosen.genes} label={`Explore ${chosen.which}`} />
      <SaveGeneSet {...chosen} />
      <CollectButton items={() => collectedGenes(chosen.genes)} which={chosen.which} />
    </>
  );
}
