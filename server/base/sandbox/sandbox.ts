/**
 * Preloaded by sandboxed programs, which may only compute. The permission model of Node 24 denies files, processes,
 * workers and add-ons, but cannot deny the network yet, so this file does. The permission model also closes the
 * bindings below these modules, and code generation from strings is off.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

function refuse(): never {
  throw new Error('This process has no network.');
}

/** Replaces every function of a module or class by one that throws. */
function close(part: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
    if (name !== 'constructor' && typeof value === 'function')
      Object.defineProperty(part, name, { value: refuse, configurable: false, writable: false });
  }
}

Object.defineProperty(net.Socket.prototype, 'connect', { value: refuse });
Object.defineProperty(net.Server.prototype, 'listen', { value: refuse });
close(dgram.Socket.prototype);
close(dns.Resolver.prototype);
close(dns.promises.Resolver.prototype);
close(dns.promises);
close(dns);
for (const name of ['fetch', 'WebSocket', 'EventSource'])
  Object.defineProperty(globalThis, name, { value: undefined });
// A sandboxed program must not signal other processes.
Object.defineProperty(process, 'kill', { value: refuse });
