import { Drawer, useMantineColorScheme } from '@mantine/core';
import { type HotkeyItem, useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { frameOf } from '@omicon/routes/match-route.ts';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DownloadPanel } from '../areas/downloads/DownloadPanel.tsx';
import { DemoProgressLine } from '../areas/operations/DemoProgressLine.tsx';
import { panelOfAddress } from '../base/addresses/comment-address.ts';
import { storeAppearance } from '../base/addresses/page-outline.ts';
import { useSession } from '../base/sign-in/session.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { openKeyboardMap } from '../ui/navigation/KeyboardMap.tsx';
import { useSingleKeys } from '../ui/navigation/use-single-keys.ts';
import classes from './app-frame.module.css';
import { Header } from './Header.tsx';
import { SideMenu } from './menu/SideMenu.tsx';
import { openPalette } from './palette/open-palette.tsx';
import { focusSearchBox } from './search/SearchBox.tsx';
import { useScreenFocus } from './use-screen-focus.ts';

/** Announces the title of a new screen to screen readers; after a page load the browser does so. */
function ScreenAnnouncement() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const element = document.querySelector('title');
    if (element === null) return;
    const watcher = new MutationObserver(() => setTitle(document.title));
    watcher.observe(element, { childList: true });
    return () => watcher.disconnect();
  }, []);
  return (
    <span className="spoken" role="status" aria-label="Screen">
      {title}
    </span>
  );
}

const AddressComments = lazyPart(
  null,
  async () => (await import('../areas/comments/AddressComments.tsx')).AddressComments,
);

const KEYS: HotkeyItem[] = [
  // On some keyboard layouts these characters require Shift.
  ['/', focusSearchBox],
  ['shift+/', focusSearchBox],
  ['?', openKeyboardMap],
  ['shift+?', openKeyboardMap],
];

interface AppFrameProps {
  /** false while a modal covers the frame, so that its keys open nothing on top */
  hasKeys: boolean;
}

/** Header, side menu and screen; in small windows, and where it is hidden, the menu is a drawer. */
export function AppFrame({ hasKeys }: AppFrameProps) {
  const isSmall = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const [isFolded, setFolded] = useLocalStorage({
    key: 'omicon.menu.folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const { colorScheme } = useMantineColorScheme();
  const singleKeys = useSingleKeys();
  const location = useLocation();
  const { pathname } = location;
  const hasComments = useSession().hasPermission('COMMENTS_LIST_VIEW') && panelOfAddress(location) !== null;
  const isMenuless = frameOf(pathname) === 'menuless';
  const hasDrawer = isSmall || isMenuless;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the address changes
  useEffect(() => drawer.close(), [pathname]);
  useEffect(() => storeAppearance({ scheme: colorScheme, isFolded }), [colorScheme, isFolded]);
  useHotkeys(hasKeys && singleKeys.isOn ? KEYS : []);
  // Also while something is typed.
  useHotkeys(hasKeys ? [['mod+K', openPalette]] : [], [], true);
  useScreenFocus();

  return (
    <div
      className={classes.frame}
      data-folded={(isFolded && !hasDrawer) || undefined}
      data-menuless={isMenuless || undefined}
      data-comments={hasComments || undefined}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <Header
        isMenuOpen={hasDrawer ? isDrawerOpen : !isFolded}
        onMenu={hasDrawer ? drawer.toggle : () => setFolded(!isFolded)}
      />
      {hasDrawer ? (
        <Drawer opened={isDrawerOpen} onClose={drawer.close} size={264} title="Omicon" padding="sm">
          <SideMenu isFolded={false} />
        </Drawer>
      ) : (
        <aside className={classes.menu}>
          <SideMenu isFolded={isFolded} />
        </aside>
      )}
      <main id="content" className={classes.content} tabIndex={-1}>
        <DemoProgressLine />
        <Outlet />
      </main>
      {hasComments && <AddressComments />}
      <DownloadPanel />
      <ScreenAnnouncement />
    </div>
  );
}
