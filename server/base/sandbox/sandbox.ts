/**
 * Loaded before a sandboxed program: what is left of a process that may only compute. The permission model of Node 24
 * takes files, processes, workers and add-ons away, but has no switch for the network yet, so that goes here. Bindings
 * below these modules are closed by the permission model, and text cannot become code.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

function refuse(): never {
  throw new Error('This process has no network.');
}

/** Replaces every function of a module or class by the refusal. */
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
// A sandboxed program ends nobody but itself.
Object.defineProperty(process, 'kill', { value: refuse });
