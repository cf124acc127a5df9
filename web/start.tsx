import './ui/colour/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ReportModal } from './areas/feedback/ReportModal.tsx';
import { endSession } from './areas/sign-in/end-session.ts';
import { PermissionModal } from './areas/sign-in/PermissionModal.tsx';
import { VersionUpdateModal } from './areas/sign-in/VersionUpdateModal.tsx';
import { removeOutline } from './base/addresses/page-outline.ts';
import { keepFirstReplies } from './base/calls/document/first-replies.ts';
import { readNonce, shareNonce } from './base/calls/document/nonce.ts';
import { createQueryClient } from './base/calls/query-client.ts';
import { createFailureTranslator } from './base/calls/translate-failure.ts';
import { createPortalRouter } from './router.tsx';
import { cssVariablesResolver, theme } from './ui/colour/theme.ts';
import { LoaderOverlay } from './ui/feedback/LoaderOverlay.tsx';
import { showToast } from './ui/feedback/toasts.ts';

/** Modals by their type. */
const MODALS = {
  permission: PermissionModal,
  'version-update': VersionUpdateModal,
  'report-bug': ReportModal,
};

declare module '@mantine/modals' {
  interface MantineModalsOverride {
    modals: typeof MODALS;
  }
}

const queryClient = createQueryClient(
  createFailureTranslator({
    openVersionUpdate: () =>
      modals.openContextModal({
        modal: 'version-update',
        modalId: 'version-update',
        title: 'Version Update Available',
        closeOnClickOutside: false,
        closeOnEscape: false,
        withCloseButton: false,
        innerProps: {},
      }),
    signOutHere: () => endSession(queryClient, router.history),
    showToast,
  }),
);

const router = createPortalRouter(queryClient);

export function startPortal(): void {
  shareNonce();
  keepFirstReplies(document);
  const stop = router.subscribe('onRendered', () => {
    removeOutline();
    stop();
  });
  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no element #root.');
  createRoot(container).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={readNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" containerWidth="min(640px, calc(100vw - 32px))" />
        <LoaderOverlay />
        <RouterProvider
          router={router}
          InnerWrap={({ children }) => <ModalsProvider modals={MODALS}>{children}</ModalsProvider>}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
