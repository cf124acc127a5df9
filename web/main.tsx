import { config } from 'zod';

// The page policy forbids compiled code. Zod must know before the first shape is made, hence the later import.
config({ jitless: true });

const { startPortal } = await import('./start.tsx');
startPortal();
