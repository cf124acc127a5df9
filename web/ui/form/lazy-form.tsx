import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Waiting } from '../feedback/Waiting.tsx';

/** Focuses the first field, as the modal does with content that is there when it opens. */
function WithFocus({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return <div ref={frame}>{children}</div>;
}

/** A form that loads when it is opened: many screens have a button for it, few visits press it. */
export function lazyForm<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Form = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={<Waiting what="the form" />}>
      <WithFocus>{createElement(Form, props as never)}</WithFocus>
    </Suspense>
  );
}
