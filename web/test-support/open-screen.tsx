/** Renders a part of the application in jsdom with the real providers; only the network is faked. */
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, notificationsStore } from '@mantine/notifications';
import type { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import type { EndpointSpec, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { type ErrorReply, errorReply } from '@omicon/contract/base/errors.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { createQueryClient } from '../base/calls/query-client.ts';
import { createFailureTranslator } from '../base/calls/translate-failure.ts';
import { type Session, sessionQuery } from '../base/sign-in/session.ts';
import { createPortalRouter } from '../router.tsx';
import { theme } from '../ui/colour/theme.ts';
import { showToast } from '../ui/feedback/toasts.ts';

// Visibility is tested by the journeys: jsdom loads no styles, and checking it would take most of the time.
// Generous: a timeout for tests that hang, not for a busy machine.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

/** Stubs for layout functions that jsdom lacks and components need to render. */
export function stubLayout(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  // TextEncoder and crypto are Node's, and do not accept the typed arrays of jsdom.
  vi.stubGlobal('Uint8Array', new TextEncoder().encode('').constructor);
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
}

/** One call made by the page; `body` as parsed by the server. */
interface SentCall {
  params: Record<string, string>;
  body: unknown;
  form: FormData | null;
  idempotencyKey: string | null;
}

type Answer = { status: number; body: unknown };

interface Served {
  endpoint: EndpointSpec;
  pattern: RegExp;
  answer(call: SentCall): Answer;
}

/** Fake replies to the portal's calls; a call without a reply fails the test. */
class FakePortal {
  readonly #served: Served[] = [];
  readonly #sent = new Map<EndpointSpec, SentCall[]>();
  readonly unexpected: string[] = [];

  #serve(endpoint: EndpointSpec, answer: Served['answer']): void {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    this.#served.unshift({ endpoint, pattern: new RegExp(`^${path}$`), answer });
  }

  /** Sets a reply, which must have the contract's shape. */
  replies<E extends EndpointSpec, R extends z.ZodType>(endpoint: E & { reply: R }, reply: z.input<R>): void {
    const body = endpoint.reply.parse(reply);
    this.#serve(endpoint, () => ({ status: endpoint.status ?? 200, body }));
  }

  /** Refuses the calls for which `when` is true, by default all; the others keep their reply. */
  refuses(
    endpoint: EndpointSpec,
    status: number,
    refusal: Omit<ErrorReply, 'request_id'>,
    when: (call: SentCall) => boolean = () => true,
  ): void {
    const body = errorReply.parse({ request_id: 'r-1', ...refusal });
    const others = this.#served.find((served) => served.endpoint === endpoint);
    this.#serve(endpoint, (call) =>
      others === undefined || when(call) ? { status, body } : others.answer(call),
    );
  }

  /** Calls of one endpoint so far, in order. */
  sent(endpoint: EndpointSpec): SentCall[] {
    return this.#sent.get(endpoint) ?? [];
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address, 'https://portal.test');
    const served = this.#served.find(
      ({ endpoint, pattern }) => endpoint.method === init.method && pattern.test(pathname),
    );
    if (served === undefined) {
      this.unexpected.push(`${init.method} ${pathname}`);
      return Response.json({ detail: 'Nothing answers here.' }, { status: 500 });
    }
    const { endpoint } = served;
    const call: SentCall = {
      params: { ...served.pattern.exec(pathname)?.groups },
      body: typeof init.body === 'string' ? endpoint.body?.parse(JSON.parse(init.body)) : undefined,
      form: init.body instanceof FormData ? init.body : null,
      idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
    };
    this.#sent.set(endpoint, [...this.sent(endpoint), call]);
    const { status, body } = served.answer(call);
    return Response.json(body, { status });
  };
}

/** The person who is signed in: a laboratory member. */
export const ADA: ReplyOf<typeof getMe> = {
  id: 5,
  username: 'ada',
  name: 'Ada Astrocyte',
  first_name: 'Ada',
  last_name: 'Astrocyte',
  email: 'ada@lab.test',
  institution: null,
  orcid_id: null,
  is_orcid_connected: false,
  role: 'LAB',
  permissions: [],
  is_accepted_TOS: true,
  tos_accepted_at: null,
};

const SESSION: Session = { me: ADA, role: ADA.role, permissions: new Set() };

/**
 * Renders `screen` for a person who is signed in, with toasts and modals.
 * @param session what differs from a laboratory member without permissions
 * @returns the fake portal, and the user who types and clicks
 */
export function openScreen(screen: ReactNode, session: Partial<Session> = {}) {
  stubLayout();
  const portal = new FakePortal();
  vi.stubGlobal('fetch', portal.fetch);
  const queryClient = createQueryClient(
    createFailureTranslator({
      openVersionUpdate: () => expect.unreachable('The page and the portal speak one version.'),
      signOutHere: () => expect.unreachable('Nothing ends the sign-in.'),
      showToast,
    }),
  );
  queryClient.setQueryData(sessionQuery.queryKey, { ...SESSION, ...session });
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
    notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'top-right', limit: 5 });
    vi.unstubAllGlobals();
    expect(portal.unexpected, 'calls that nothing answers').toEqual([]);
  });
  const draw = () => {
    const router = createPortalRouter(queryClient);
    onTestFinished(() => {
      // Files share a window: a navigation whose scripts are still loading would change the address of a later test.
      Object.assign(router.history, { push: () => undefined, replace: () => undefined });
      router.history.destroy();
    });
    // `env` turns off transitions, which never end in jsdom.
    return render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <Notifications />
          <RouterContextProvider router={router}>
            <ModalsProvider>{screen}</ModalsProvider>
          </RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>,
    );
  };
  return { portal, draw, user: userEvent.setup({ delay: null }) };
}
