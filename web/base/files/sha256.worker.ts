import { Sha256 } from './sha256.ts';

async function digest(file: File): Promise<void> {
  const hash = new Sha256();
  let readBytes = 0;
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value);
    readBytes += piece.value.length;
    self.postMessage({ readBytes });
  }
  self.postMessage({ readBytes, sha256: hash.digest() });
}

/**
 * Reads the file sent to it once, and posts its progress and then the digest. A rejected promise stays inside the
 * worker, so a failure is reported as an uncaught error, which reaches the page.
 */
self.addEventListener('message', (event: MessageEvent<File>) => {
  digest(event.data).catch(reportError);
});
