import {
  createSampleGroup,
  getSharedGroup,
  listSampleGroups,
  sampleGroupCalls,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { SavedItems } from '../../actions/saved-item/SavedItems.tsx';
import { callEndpoint } from '../../base/calls/call.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';

const REFRESHES = { refreshes: [], refreshesOnly: [listSampleGroups] };

interface SavedGroupsProps {
  dataSetId: number;
  letter: string;
  /** what would be saved; undefined without a choice */
  group: SampleGroup | undefined;
  /** of the saved group that is chosen */
  token: string | null;
  onChoose(token: string | null): void;
}

/** Saves a group, and chooses among the saved ones; for people with an account. */
export function SavedGroups({ dataSetId, letter, group, token, onChoose }: SavedGroupsProps) {
  const { hasPermission } = useSession();
  const maySave = hasPermission('SEARCH_QUERY_CREATE');
  const params = { id: dataSetId };
  const list = useEndpoint(listSampleGroups, { params, query: {} }, { enabled: maySave });
  if (!maySave) return null;
  async function run(name: string): Promise<string> {
    return (await callEndpoint(createSampleGroup, { params, body: { ...group, name } })).share_token;
  }
  return (
    <SavedItems
      calls={sampleGroupCalls}
      refreshes={REFRESHES}
      reads={getSharedGroup}
      what="group"
      saved={(list.data?.results ?? []).map(({ group: { name }, ...saved }) => ({ ...saved, name }))}
      token={token}
      onOpen={onChoose}
      save={{ run, start: group?.name ?? '', isDisabled: group === undefined }}
      labels={{ save: 'Save group', saved: 'Saved groups', for: `for group ${letter}` }}
      button={{ size: 'compact-xs', variant: 'subtle' }}
    />
  );
}
