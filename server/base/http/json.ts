/** Parses JSON bodies with limits of depth and number of keys, checked before any schema. */
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../errors.ts';

const DEEPEST = 32;
const MAX_KEYS = 1000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws PortalError if the value is nested deeper than 32, has over 1,000 keys or a key such as `__proto__` */
export function refuseMisshapen(value: unknown): void {
  let keys = 0;
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > DEEPEST) throw new PortalError('invalid_input', 'The request is nested too deeply.');
    for (const [key, inner] of Object.entries(next.value)) {
      if (!Array.isArray(next.value)) {
        keys += 1;
        if (FORBIDDEN.has(key))
          throw new PortalError('invalid_input', 'The request contains a forbidden name.');
      }
      if (keys > MAX_KEYS) throw new PortalError('invalid_input', 'The request contains too many names.');
      waiting.push({ value: inner, depth: next.depth + 1 });
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the body stays text; a request thread parses it */
    keepsBodyText?: true;
  }
}

/** @throws PortalError 400 if the text is not JSON, is nested too deeply or has forbidden keys */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PortalError('invalid_input', 'The request is not valid JSON.', { cause: error });
  }
  refuseMisshapen(value);
  return value;
}

/** Parses JSON bodies. */
export function registerJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.length === 0) return done(null, undefined);
    if (request.routeOptions.config.keepsBodyText === true) return done(null, text);
    try {
      done(null, parseJson(text));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
