/** The API reference as a plain HTML page, from the same source as the OpenAPI document. */

import { ENDPOINTS } from '@omicon/contract/api.ts';
import { searchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { describeQueryForm, QUERY_EXAMPLES } from '@omicon/contract/areas/advanced-search/query-form.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { z } from 'zod';
import { toJsonSchema } from './openapi.ts';

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param title as HTML */
function details(title: string, value: unknown): string {
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}

/** @param title as HTML */
function shape(title: string, type: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!type) return '';
  const { $schema: _, ...schema } = toJsonSchema(type, io);
  return details(title, schema);
}

/** Example queries that run as written. */
function examples({ body }: EndpointSpec): string {
  if (body !== searchQueryBody) return '';
  return Object.values(QUERY_EXAMPLES)
    .map(({ summary, value }) => details(`Example: ${escapeHtml(summary)}`, value))
    .join('');
}

/** The structure of a query, for calls that take one. */
function queryForm(): string {
  const parts = Object.entries(describeQueryForm()).map(([name, schema]) =>
    details(escapeHtml(name), schema),
  );
  return `<section id="query-form"><h2>The form of a query</h2>
<p>The <code>filters</code> of an advanced search: groups of rules by section.</p>
${parts.join('')}
</section>`;
}

/** The parts of a multipart form: one JSON part, and files. */
function formParts({ form }: EndpointSpec): string {
  if (!form) return '';
  const { json, files } = form;
  const text = `Form: part <code>${escapeHtml(json.name)}</code> as JSON, at most ${files.most} files as parts <code>${escapeHtml(files.name)}</code>`;
  return shape(text, json.shape, 'input');
}

function section(name: string, endpoint: EndpointSpec): string {
  const { permission } = endpoint;
  const access = typeof permission === 'string' ? permission : permission.anyOf.join(' or ');
  return `<section id="${escapeHtml(name)}">
<h2><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h2>
<p>${escapeHtml(endpoint.summary)} Permission: <code>${escapeHtml(access)}</code>.</p>
${shape('Path', endpoint.params, 'input')}${shape('Query', endpoint.query, 'input')}${shape('Body', endpoint.body, 'input')}${examples(endpoint)}${formParts(endpoint)}${shape('Reply', endpoint.reply, 'output')}
</section>`;
}

const STYLE = `:root{color-scheme:light dark;color:light-dark(#1b2124,#e3e6e8);background:light-dark(#fff,#15191b)}body{font:14px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
a{color:light-dark(#0b5c63,#7cc7cd)}h1,h2,p{overflow-wrap:anywhere}h2{font-size:1rem;margin:2rem 0 0}p{margin:.25rem 0}pre{overflow:auto;padding:.75rem;border:1px solid}summary{cursor:pointer;padding:.375rem 0}`;

/** The whole page; `nonce` allows its one style block. */
export function renderReference(nonce: string): string {
  const sections = [...ENDPOINTS].map(([name, endpoint]) => section(name, endpoint)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls of Omicon</title><style nonce="${nonce}">${STYLE}</style></head><body><main>
<h1>Calls of Omicon</h1>
<p>Scripts send <code>Authorization: Token &lt;token&gt;</code> and <code>API-Version: 1.0</code>. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${sections}
${queryForm()}</main></body></html>`;
}
