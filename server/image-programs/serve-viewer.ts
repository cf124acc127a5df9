/** Serves the viewer of an image: plain files below one folder, to anyone who can reach the port. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../viewer');
const PORT = Number(process.env.PORT ?? 8080);

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.f64': 'application/octet-stream',
};

/** The file of an address; null if outside the folder or of an unknown type. */
function fileOf(address: string): string | null {
  const pathname = URL.parse(address, 'http://viewer')?.pathname ?? '';
  const relative = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  if (!/^(\/[\w-]+)*\/[\w-]+\.\w+$/.test(relative)) return null;
  const file = path.join(FOLDER, relative);
  return path.extname(file) in TYPES ? file : null;
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

const server = createServer(async (request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'Only reading is served here.');
  const file = fileOf(request.url ?? '/');
  const found = file === null ? null : await stat(file).catch(() => null);
  if (file === null || !found?.isFile()) return refuse(response, 404, 'There is nothing at this address.');
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)],
    'content-length': found.size,
    'content-security-policy':
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
});

// Process 1 of a container receives only signals that it handles.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

server.listen(PORT, () =>
  console.log(`The modules are shown at http://localhost:${PORT}/ (of the container; see -p of docker run).`),
);
