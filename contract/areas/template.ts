/** The template: a small complete collection in the folder form that uploads take. */
import { z } from 'zod';
import { endpoint } from '../base/endpoint.ts';

export const downloadTemplate = endpoint({
  method: 'GET',
  path: '/api/template/',
  summary: 'A zip of a small complete collection with its analysis, and a README that explains each file.',
  permission: 'COLLECTION_CREATE',
  object: 'none',
  reply: z.string().describe('the zip archive'),
});
