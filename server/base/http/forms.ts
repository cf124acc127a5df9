/** Multipart forms. Only routes that declare a form accept them; elsewhere such a body is refused unread. */

import multipart, { type Multipart } from '@fastify/multipart';
import type { ErrorCode } from '@omicon/contract/base/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codeOf } from '../error-code.ts';
import { PortalError } from '../errors.ts';
import type { Services } from '../services.ts';
import { type Route, registerRoutes } from './serve.ts';

/** Routes that accept multipart forms; all others refuse them. */
export async function registerForms(
  app: FastifyInstance,
  routes: readonly Route[],
  services: Services,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    registerRoutes(scope, routes, services);
  });
}

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'];

const BOUNDARY_OF_TYPE = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i;
/** @source RFC 2046, section 5.1.1 */
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/;

/** Checked here, because the parser handles longer boundaries or other characters inconsistently. */
function refuseBadBoundary(request: FastifyRequest): void {
  const [, quoted, bare] = BOUNDARY_OF_TYPE.exec(request.headers['content-type'] ?? '') ?? [];
  if (BOUNDARY.test(quoted ?? bare ?? '')) return;
  throw new PortalError(
    'invalid_input',
    'The form names no boundary of 1 to 70 characters, so its parts cannot be told apart.',
  );
}

/** Replies to failures of the parser, by its error codes. */
export type FormRefusals = ReadonlyMap<string, readonly [code: ErrorCode, sentence: string]>;

/**
 * The parts of a form, one by one.
 * @throws PortalError for anything the parser cannot read, such as a truncated form; never another error
 */
export async function* readFormParts(
  request: FastifyRequest,
  limits: Limits,
  refusals: FormRefusals,
): AsyncGenerator<Multipart> {
  refuseBadBoundary(request);
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw toFormRefusal(error, refusals);
  }
}

/** Converts failures while reading the bytes of a part; `readFormParts` converts its own. */
export function toFormRefusal(error: unknown, refusals: FormRefusals): PortalError {
  const [code, sentence] = refusals.get(codeOf(error)) ?? ['invalid_input', 'The form could not be read.'];
  return new PortalError(code, sentence);
}
