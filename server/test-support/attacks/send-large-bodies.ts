/**
 * A separate program, like people's scripts: sends a large body to an address several times in each of several ways,
 * and prints the responses by way. Arguments: address, MiB, times.
 */
import http from 'node:http';
import net from 'node:net';

const [address = '', mebibytes = '1', times = '1'] = process.argv.slice(2);
const body = Buffer.concat([
  Buffer.from('{"username":"'),
  Buffer.alloc(Number(mebibytes) * 1024 * 1024, 'x'),
  Buffer.from('"}'),
]);
const type = { 'content-type': 'application/json' };
const length = { 'content-length': String(body.length) };

async function byFetch(): Promise<string> {
  const answer = await fetch(address, { method: 'POST', headers: type, body });
  return `${answer.status} ${await answer.text()}`;
}

function byAgent(agent: http.Agent, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = http.request(address, { method: 'POST', headers: { ...type, ...headers }, agent });
    asked.on('response', async (answer) => {
      const text = (await answer.toArray().catch(reject))?.join('');
      resolve(`${answer.statusCode} ${text}`);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Like simple programs: reads nothing before everything is written. */
function byWritingFirst(connection: string): Promise<string> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    socket.pause();
    socket.on('error', reject);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.endsWith('}')) socket.destroy();
    });
    socket.on('close', () => resolve(text.replace(/^HTTP\/1\.1 (\d+)[\s\S]*\r\n\r\n/, '$1 ')));
    const head = [`POST ${pathname} HTTP/1.1`, `host: ${hostname}`, `connection: ${connection}`];
    socket.write(
      `${head.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body, () => setTimeout(() => socket.resume(), 20));
  });
}

const kept = new http.Agent({ keepAlive: true, maxSockets: 1 });
const closed = new http.Agent({ keepAlive: false });
const WAYS: [string, () => Promise<string>][] = [
  ['fetch', byFetch],
  ['agent that keeps its connection', () => byAgent(kept, length)],
  ['agent that closes its connection', () => byAgent(closed, { ...length, connection: 'close' })],
  ['chunks', () => byAgent(kept, { 'transfer-encoding': 'chunked' })],
  ['writing first, connection kept', () => byWritingFirst('keep-alive')],
  ['writing first, connection closed', () => byWritingFirst('close')],
];

const read: Record<string, string[]> = {};
for (const [way, send] of WAYS) {
  read[way] = [];
  for (let turn = 0; turn < Number(times); turn += 1)
    read[way].push(await send().catch((error: Error) => `${error.message} ${String(error.cause ?? '')}`));
}
kept.destroy();
console.log(JSON.stringify(read));
