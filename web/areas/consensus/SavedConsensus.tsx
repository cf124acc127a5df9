import {
  consensusCalls,
  createConsensus,
  getSharedConsensus,
  listConsensus,
} from '@omicon/contract/areas/consensus.ts';
import { SavedItems } from '../../actions/saved-item/SavedItems.tsx';
import { callEndpoint } from '../../base/calls/call.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';

const REFRESHES = { refreshes: [], refreshesOnly: [listConsensus] };

/** Saved lists of this person; none for guests. */
export function useSavedConsensus() {
  const { hasPermission } = useSession();
  const maySave = hasPermission('SEARCH_QUERY_CREATE');
  const list = useEndpoint(listConsensus, { query: {} }, { enabled: maySave });
  return { maySave, saved: list.data?.results ?? [] };
}

interface SavedConsensusProps {
  modules: readonly number[];
  /** of the saved list that is open */
  token: string | null;
  onOpen(token: string | null): void;
}

/** Saves the modules of a consensus, and opens saved ones; for people with an account. */
export function SavedConsensus({ modules, token, onOpen }: SavedConsensusProps) {
  const { maySave, saved } = useSavedConsensus();
  if (!maySave) return null;
  async function run(name: string): Promise<string> {
    return (await callEndpoint(createConsensus, { body: { name, modules: [...modules] } })).share_token;
  }
  return (
    <SavedItems
      calls={consensusCalls}
      refreshes={REFRESHES}
      reads={getSharedConsensus}
      what="consensus"
      saved={saved}
      token={token}
      onOpen={onOpen}
      save={
        modules.length === 0
          ? null
          : { run, onSaved: onOpen, hint: 'Such as the cell class that the modules stand for.' }
      }
      labels={{ save: 'Save', saved: 'Saved lists' }}
      button={{ size: 'xs', variant: 'default' }}
    />
  );
}
