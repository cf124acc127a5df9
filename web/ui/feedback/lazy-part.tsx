import { type ComponentType, createElement, useEffect, useState } from 'react';
import { Waiting } from './Waiting.tsx';

interface Options {
  /** of the placeholder */
  lines?: number;
}

interface Script<Props> {
  /** null until it has loaded */
  part: ComponentType<Props> | null;
  /** @throws when it cannot be loaded; the next call tries again */
  load(): Promise<void>;
}

function scriptOf<Props>(load: () => Promise<ComponentType<Props>>): Script<Props> {
  let loading: Promise<void> | null = null;
  async function start(): Promise<void> {
    try {
      script.part = await load();
    } catch (error) {
      loading = null;
      throw error;
    }
  }
  const script: Script<Props> = {
    part: null,
    load() {
      loading ??= start();
      return loading;
    },
  };
  return script;
}

/** Resolves when it has loaded or failed. If it fails, rendering tries again and tells. */
async function preload<Props>(script: Script<Props>): Promise<void> {
  await script.load().catch(() => undefined);
}

interface LoadedProps<Props> extends Options {
  script: Script<Props>;
  what: string | null;
  props: Props;
}

function Loaded<Props extends object>({ script, what, lines, props }: LoadedProps<Props>) {
  const [part, setPart] = useState(() => {
    // Not only in the effect, which runs after the rest of the page is in the document.
    if (script.part === null) void preload(script);
    return script.part;
  });
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (part !== null) return;
    script.load().then(
      () => setPart(() => script.part),
      (error: unknown) => setFailure({ error }),
    );
  }, [part, script]);
  if (failure !== null) throw failure.error;
  if (part !== null) return createElement(part, props);
  return what === null ? null : <Waiting what={what} {...(lines === undefined ? {} : { lines })} />;
}

/**
 * A component with a script of its own, which loads when it is first rendered, or before by `preload`. Until then there
 * is a placeholder that says `what` is awaited, or nothing if that is null. Unlike React's own `lazy` it shows a script
 * that is there in the first commit, and any other as soon as it has loaded: React keeps the fallback of a `Suspense`
 * for at least 300 ms once it was shown.
 */
export function lazyPart<Props extends object>(
  what: string | null,
  load: () => Promise<ComponentType<Props>>,
  options: Options = {},
) {
  const script = scriptOf(load);
  const part = (props: Props) => <Loaded script={script} what={what} props={props} {...options} />;
  return Object.assign(part, { preload: () => preload(script) });
}
