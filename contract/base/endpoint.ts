import type { Access } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Kinds of records whose visibility decides the reply, for the access table; their id is in path, query or body. */
export type AccessObject =
  | 'none'
  | 'data collection'
  | 'data set'
  | 'analysis'
  | 'file'
  | 'upload'
  | 'download'
  | 'notification'
  | 'comment'
  | 'any record';

export interface EndpointSpec {
  method: Method;
  /** with `:name` for parameters; served with and without the trailing slash */
  path: string;
  /** one sentence for the reference page */
  summary: string;
  permission: Access;
  object: AccessObject;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** a multipart form instead of a body: one part of JSON, and files */
  form?: { json: { name: string; shape: z.ZodType }; files: { name: string; most: number } };
  reply: z.ZodType;
  /** default 200; 303 redirects the browser and has no reply */
  status?: 200 | 201 | 202 | 303;
}

/** Declares one call: its path, permission and shapes. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

const strictShapes = new WeakMap<z.ZodType, z.ZodType>();

function strict(shape: z.ZodType | undefined): z.ZodType | undefined {
  if (!(shape instanceof z.ZodObject) || shape.def.catchall !== undefined) return shape;
  const known = strictShapes.get(shape) ?? shape.strict();
  strictShapes.set(shape, known);
  return known;
}

/**
 * Query and body, which refuse fields that they do not name: a misspelt one would silently count for nothing. Identity
 * providers add fields of their own to the addresses to which they send people back.
 */
export function knownInputs({ query, body, status }: EndpointSpec): Pick<EndpointSpec, 'query' | 'body'> {
  if (status === 303) return { ...(query && { query }), ...(body && { body }) };
  const [knownQuery, knownBody] = [strict(query), strict(body)];
  return { ...(knownQuery && { query: knownQuery }), ...(knownBody && { body: knownBody }) };
}

type Shape<S, Key extends string> = S extends Record<Key, infer T extends z.ZodType> ? T : z.ZodUndefined;

export type ParamsOf<E> = z.output<Shape<E, 'params'>>;
export type QueryOf<E> = z.output<Shape<E, 'query'>>;
export type BodyOf<E> = z.output<Shape<E, 'body'>>;
export type ReplyOf<E> = z.output<Shape<E, 'reply'>>;
/** Input of a call, before defaults are filled in. */
export type QueryInput<E> = z.input<Shape<E, 'query'>>;
export type BodyInput<E> = z.input<Shape<E, 'body'>>;

/** A record number in a path or query: a string of digits. */
export const recordNumber = z.coerce.number().int().min(1).max(2_147_483_647);

/** The same as a JSON number, for bodies. */
export const bareRecordNumber = z.int32().min(1);

export const idParams = z.object({ id: recordNumber });

function textShape(max: number) {
  return z
    .string()
    .max(max, `Maximum length is ${max}`)
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'Please enter text without control characters.',
    );
}

/** One shape for each length: making shapes takes a noticeable part of the time in which a page starts. */
const textShapes = new Map<number, ReturnType<typeof textShape>>();

/** Text typed by people: no NUL, at most `max` characters. */
export function text(max: number) {
  const shape = textShapes.get(max) ?? textShape(max);
  textShapes.set(max, shape);
  return shape;
}

/** Names in a query: a text of several, or the parameter several times. The call splits them. */
export function severalNames(max: number) {
  return z.union([text(max), z.array(text(max)).max(100)]).transform((names) => [names].flat());
}

/** An optional file key; an empty one counts as missing. */
export const optionalKey = text(1000)
  .transform((key) => (key === '' ? undefined : key))
  .optional();

/** Which page of a list, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).default(1);

const pageSize = z.coerce.number().int().min(1).max(100).default(20);
const order = z.enum(['asc', 'desc']).default('asc');
const search = text(200).default('');

/** Query of a list call. `sort` is one of the call's columns. */
export function listQuery<const C extends readonly [string, ...string[]]>(sortColumns: C) {
  return z.object({
    page: pageNumber,
    page_size: pageSize,
    sort: z.enum(sortColumns).default(sortColumns[0]),
    order,
    search,
  });
}

const count = z.int();

/** Reply of a list call: one page and the exact total. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    results: z.array(item),
    total: count,
    page: count,
    items_per_page: count,
  });
}

export const detailReply = z.object({ detail: z.string() });
