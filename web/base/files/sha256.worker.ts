import { digestStream } from './sha256.ts';

async function digest(file: File): Promise<void> {
  const sha256 = await digestStream(file.stream(), (readBytes) => self.postMessage({ readBytes }));
  self.postMessage({ readBytes: file.size, sha256 });
}

/**
 * Reads the file sent to it once, and posts its progress and then the digest. A rejected promise stays inside the
 * worker, so a failure is reported as an uncaught error, which reaches the page.
 */
self.addEventListener('message', (event: MessageEvent<File>) => {
  digest(event.data).catch(reportError);
});
