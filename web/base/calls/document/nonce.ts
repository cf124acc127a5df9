import { setNonce } from 'get-nonce';

/** Nonce from the page, for styles inserted at run time. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** Passes the nonce to the scroll lock of dialogs; Mantine gets it from its provider. */
export function shareNonce(): void {
  setNonce(readNonce());
}
