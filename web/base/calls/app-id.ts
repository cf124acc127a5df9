const KEY = 'appId';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Identifies this browser's page while it waits for a sign-in. Not a secret. */
export function getAppId(): string {
  const kept = window.localStorage.getItem(KEY);
  return kept !== null && UUID.test(kept) ? kept : refreshAppId();
}

export function refreshAppId(): string {
  const appId = crypto.randomUUID();
  window.localStorage.setItem(KEY, appId);
  return appId;
}
