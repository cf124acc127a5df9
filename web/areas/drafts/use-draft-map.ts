import { dataMap, getDraft, saveDraftMap } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { endpointKey, useChange } from '../../base/calls/use-endpoint.ts';
import { isReading, type ReadDraft } from './calls.ts';

/** What the parts of the mapping screen show and change. */
export interface Mapping {
  map: DataMap;
  proposal: DataProposal;
  /** why a field cannot be saved, by its path in the map, such as `title` or `attributes.3.name` */
  faults: ReadonlyMap<string, string>;
  /** one stable function, so that what does not change is not drawn again */
  edit(change: Partial<DataMap> | ((map: DataMap) => Partial<DataMap>)): void;
}

const PAUSE_MS = 600;

function faultsOf(map: DataMap): ReadonlyMap<string, string> {
  const { error } = dataMap.safeParse(map);
  return new Map(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

/** Whether the server has saved what was sent, with blanks trimmed. */
function isSaved(sent: DataMap, stored: DataMap): boolean {
  const { data } = dataMap.safeParse(sent);
  return data !== undefined && hashKey([data]) === hashKey([stored]);
}

/**
 * The map of a draft with the person's changes, which are saved after a pause. What was typed stays until the server
 * has saved it and then proposes something else; replies that were on their way meanwhile change nothing.
 */
export function useDraftMap(draft: ReadDraft) {
  const { upload_id: id, map: stored } = draft;
  const queryClient = useQueryClient();
  const [local, setLocal] = useState<DataMap | null>(null);
  const [sent, setSent] = useState<DataMap | null>(null);
  const save = useChange(saveDraftMap, { isHandled: true });
  const lastSave = useChange(saveDraftMap);

  const isDirty = local !== null && local !== sent;
  const isKept = useMemo(
    () => local !== null && (isDirty || isSaved(local, stored)),
    [local, isDirty, stored],
  );
  const map = local !== null && isKept ? local : stored;
  const faults = useMemo(() => faultsOf(map), [map]);
  const isRefused = save.isError && save.variables.body === local;
  const isOnItsWay = save.isPending && save.variables.body === local;
  const isUnsent = isDirty && faults.size === 0 && !isRefused && !isOnItsWay;
  // One after the other: the server must not get the older map last.
  const isDue = isUnsent && !save.isPending;

  function send(body: DataMap): void {
    const queryKey = endpointKey(getDraft, { params: { id } });
    save.mutate(
      { params: { id }, body },
      {
        onSuccess: async (reply) => {
          // A reply on its way is older than this one.
          await queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, reply);
          setSent(body);
        },
      },
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins with the change, not with a drawing
  useEffect(() => {
    if (local === null || !isDue) return;
    const timer = setTimeout(send, PAUSE_MS, local);
    return () => clearTimeout(timer);
  }, [local, isDue]);

  const unsent = useRef<DataMap | null>(null);
  useEffect(() => {
    unsent.current = isUnsent ? local : null;
  }, [isUnsent, local]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves within the pause keeps the change
  useEffect(
    () => () => {
      if (unsent.current !== null) lastSave.mutate({ params: { id }, body: unsent.current });
    },
    [],
  );

  const shown = useRef(map);
  useEffect(() => {
    shown.current = map;
  }, [map]);
  const edit: Mapping['edit'] = useCallback((change) => {
    const before = shown.current;
    shown.current = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    setLocal(shown.current);
  }, []);

  return {
    ...{ map, proposal: draft.proposal, faults, edit },
    /** whether the proposal is that of the map on the screen */
    isRead: !isDirty && !isReading(draft),
    failure: isRefused ? save.error : null,
    retry: () => local !== null && send(local),
    /** forgets changes that are not saved */
    drop: () => setLocal(null),
  };
}
