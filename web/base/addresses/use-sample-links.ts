import { useRouter } from '@tanstack/react-router';
import { sampleAddress } from './addresses.ts';

/** The pages of the samples of a data collection, as links and to open. */
export function useSampleLinks(collection: number) {
  const { history } = useRouter();
  const hrefOf = (label: string) => sampleAddress(collection, label);
  return { hrefOf, onOpen: (label: string) => history.push(hrefOf(label)) };
}
