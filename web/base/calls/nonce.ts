import { setNonce } from 'get-nonce';

/** Nonce the server wrote into the page; styles inserted at run time carry it. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** Tells the scroll lock of dialogs the nonce; Mantine is told by its provider. */
export function shareNonce(): void {
  setNonce(readNonce());
}
