import { type ComponentType, lazy } from 'react';

/** A component with a script of its own, which loads when it is first rendered, or before by `preload`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = lazy(async () => ({ default: await load() }));
  // If it fails, rendering tries again and tells.
  return Object.assign(part, { preload: () => void load().catch(() => undefined) });
}
