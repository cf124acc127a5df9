import { Sha256 } from './sha256.ts';

/** Reads the file sent to it once and answers how far it is, then the digest. */
self.addEventListener('message', async (event: MessageEvent<File>) => {
  const hash = new Sha256();
  let readBytes = 0;
  const reader = event.data.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value);
    readBytes += piece.value.length;
    self.postMessage({ readBytes });
  }
  self.postMessage({ readBytes, sha256: hash.digest() });
});
