/** State of a sign-in through a popup, shared between screens. In memory only; a reload clears it. */
import { useSyncExternalStore } from 'react';

/** `permission`: the person has no access; `other`: any other failure. */
export type SignOnFailure = 'permission' | 'other';

interface SignOnState {
  isWaiting: boolean;
  failure: SignOnFailure | null;
  /** address at which the institution ends its own session, after signing out here */
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
