import type { Topic } from './topic.ts';
import { BROWSING } from './topics-browsing.ts';
import { ENTERING } from './topics-entering.ts';
import { TALKING } from './topics-talking.ts';
import { WORKING } from './topics-working.ts';

/** The guide, in reading order. */
export const TOPICS: readonly Topic[] = [...ENTERING, ...BROWSING, ...TALKING, ...WORKING];
