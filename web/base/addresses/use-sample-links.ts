import { sampleAddress } from '@omicon/contract/addresses.ts';
import { useRouter } from '@tanstack/react-router';

/** The pages of the samples of a data collection, as links and to open. */
export function useSampleLinks(collection: number) {
  const { history } = useRouter();
  const hrefOf = (label: string) => sampleAddress(collection, label);
  return { hrefOf, onOpen: (label: string) => history.push(hrefOf(label)) };
}
