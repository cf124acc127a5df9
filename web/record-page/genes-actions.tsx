import type { ReactNode } from 'react';
import { CollectButton } from '../areas/baskets/CollectButton.tsx';
import { collectedGenes } from '../areas/baskets/item-text.ts';
import { ExploreList } from '../areas/gene-lists/ExploreGenes.tsx';
import { SaveGeneSet } from '../areas/gene-sets/SaveGeneSet.tsx';
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
