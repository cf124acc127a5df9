/** How the sign-in through a popup stands, between screens. Nothing of it is stored; a reload forgets it. */
import { useSyncExternalStore } from 'react';

/** `permission`: the person may not come in; `other`: anything else went wrong. */
export type SignOnFailure = 'permission' | 'other';

interface SignOnState {
  isWaiting: boolean;
  failure: SignOnFailure | null;
  /** where the institution ends its own sign-in, after one here has ended */
  signOutAddress: string | null;
}

let state: SignOnState = { isWaiting: false, failure: null, signOutAddress: null };
const listeners = new Set<() => void>();

export function setSignOnState(change: Partial<SignOnState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function getSignOnState(): SignOnState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSignOnState(): SignOnState {
  return useSyncExternalStore(subscribe, getSignOnState);
}
