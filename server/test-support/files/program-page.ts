/** A server of another origin: an empty page and one file. */
import { createServer } from 'node:http';

export interface ProgramPage {
  /** the origin as in a browser */
  origin: string;
  close(): Promise<void>;
}

/** @param file bytes of `/file` */
export async function openProgramPage(file: Buffer): Promise<ProgramPage> {
  const server = createServer((request, response) => {
    const [type, content] =
      request.url === '/file'
        ? ['application/zip', file]
        : ['text/html; charset=utf-8', '<!doctype html><title>A program</title>'];
    response.setHeader('content-type', type).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
