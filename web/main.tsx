import { config } from 'zod';
import { takeSignOnReturn } from './base/sign-in/sign-on-return.ts';

// A one-time code is out of the address before anything else runs.
takeSignOnReturn();

// The page policy forbids compiled code. Zod must know before the first shape is made, hence the later import.
config({ jitless: true });

const { startPortal } = await import('./start.tsx');
startPortal();
