import type { ChosenGenes } from '../ui/text/chosen-genes.ts';
import { CollectButton } from './collect/CollectButton.tsx';
import { collectedGenes } from './collect/collected-items.ts';
import { ExploreList } from './explore/ExploreGenes.tsx';
import { SaveGeneSet } from './gene-set/SaveGeneSet.tsx';

/** What can be done with genes chosen in a table. */
export function GenesActions({
  isExploreDisabled = false,
  ...chosen
}: ChosenGenes & { isExploreDisabled?: boolean }) {
  return (
    <>
      <ExploreList
        identifiers={chosen.genes}
        label={`Explore ${chosen.which}`}
        isDisabled={isExploreDisabled}
      />
      <SaveGeneSet {...chosen} />
      <CollectButton
        items={() => collectedGenes(chosen.genes)}
        which={chosen.which}
        isDisabled={chosen.genes.length === 0}
      />
    </>
  );
}
