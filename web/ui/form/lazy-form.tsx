import { type ComponentType, createElement, type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';

/** Focuses the first field, as the modal does with content that is there when it opens. */
function WithFocus({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return <div ref={frame}>{children}</div>;
}

/** A form that loads when it is opened: many screens have a button for it, few visits press it. */
export function lazyForm<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart('the form', async () => {
    const Form = await load();
    return (props: Props) => <WithFocus>{createElement(Form, props)}</WithFocus>;
  });
}
