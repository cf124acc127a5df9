import { config } from 'zod';
import { takeSignOnReturn } from './base/sign-in/sign-on-return.ts';

// First remove a one-time code from the address.
takeSignOnReturn();

// The content security policy forbids eval. Zod must know before the first schema is created, hence the dynamic import.
config({ jitless: true });

const { startPortal } = await import('./start.tsx');
startPortal();
