/** The API reference as OpenAPI 3.1, generated from the contract. */

import { ENDPOINTS } from '@omicon/contract/api.ts';
import { queryFilters, searchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { describeQueryForm, QUERY_EXAMPLES } from '@omicon/contract/areas/advanced-search/query-form.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { errorReply } from '@omicon/contract/base/errors.ts';
import { z } from 'zod';

type Schemas = Record<string, unknown>;

/** The shape of filters is written by hand, as they are parsed rule by rule. */
export function toJsonSchema(shape: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === queryFilters) jsonSchema.$ref = '#/components/schemas/QueryFilters';
    },
  });
}

/** A shape as JSON Schema. Recursive parts move to the document's components under their own name. */
function schemaOf(
  shape: z.ZodType,
  io: 'input' | 'output',
  shared: Schemas,
  name: string,
): Record<string, unknown> {
  const { $schema: _, ...written } = toJsonSchema(shape, io);
  const text = JSON.stringify(written).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`);
  const { $defs, ...schema }: { $defs?: Schemas } = JSON.parse(text);
  for (const [inner, definition] of Object.entries($defs ?? {})) shared[`${name}.${inner}`] = definition;
  return schema;
}

function isRecord(value: unknown): value is Record<string, Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parametersOf(endpoint: EndpointSpec, shared: Schemas): unknown[] {
  const groups: [z.ZodType | undefined, string][] = [
    [endpoint.params, 'path'],
    [endpoint.query, 'query'],
  ];
  return groups.flatMap(([shape, location]) => {
    if (!shape) return [];
    const { properties, required } = schemaOf(shape, 'input', shared, 'Parameters');
    if (!isRecord(properties)) return [];
    const names = Array.isArray(required) ? required : [];
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: location,
      required: location === 'path' || names.includes(name),
      schema,
    }));
  });
}

function requestBodyOf(
  name: string,
  { body, form }: EndpointSpec,
  shared: Schemas,
): { requestBody?: unknown } {
  if (body) {
    const schema = schemaOf(body, 'input', shared, `${name}.body`);
    const examples = body === searchQueryBody ? { examples: QUERY_EXAMPLES } : {};
    return { requestBody: { content: { 'application/json': { schema, ...examples } } } };
  }
  if (!form) return {};
  const { json, files } = form;
  const schema = {
    type: 'object',
    properties: {
      [json.name]: schemaOf(json.shape, 'input', shared, `${name}.${json.name}`),
      [files.name]: {
        type: 'array',
        maxItems: files.most,
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    },
    required: [json.name],
  };
  const encoding = { [json.name]: { contentType: 'application/json' } };
  return { requestBody: { content: { 'multipart/form-data': { schema, encoding } } } };
}

function operationOf(name: string, endpoint: EndpointSpec, shared: Schemas): Record<string, unknown> {
  const permission =
    typeof endpoint.permission === 'string' ? endpoint.permission : endpoint.permission.anyOf.join(' or ');
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Permission: ${permission}.`,
    parameters: parametersOf(endpoint, shared),
    ...requestBodyOf(name, endpoint, shared),
    responses: {
      [endpoint.status ?? 200]:
        endpoint.status === 303
          ? { description: 'Sent on to another address' }
          : {
              description: 'Done',
              content: {
                'application/json': { schema: schemaOf(endpoint.reply, 'output', shared, `${name}.reply`) },
              },
            },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    security: endpoint.permission === 'anyone' ? [] : [{ cookie: [] }, { token: [] }],
  };
}

/** The OpenAPI 3.1 document of all endpoints, from their contracts. */
export function describeApi(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: Schemas = {};
  for (const [name, endpoint] of ENDPOINTS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Omicon',
      version: '1.0',
      description: 'Calls of the Omicon portal. Header API-Version: 1.0.',
    },
    paths,
    components: {
      schemas: {
        ...schemas,
        ...describeQueryForm(),
        Error: schemaOf(errorReply, 'output', schemas, 'Error'),
      },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-omicon' },
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token {token}' },
      },
    },
  };
}
