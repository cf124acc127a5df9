import { useMantineColorScheme } from '@mantine/core';
import { menuName, NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { openReport } from '../../areas/feedback/open-report.ts';
import { useLogout } from '../../areas/sign-in/calls.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { openKeyboardMap } from '../../ui/navigation/KeyboardMap.tsx';
import { copyLink } from '../../ui/text/CopyText.tsx';

export interface Command {
  /** unique among commands and addresses */
  key: string;
  title: string;
  /** of a suggestion: distinguishes it from others with that title */
  detail?: string;
  /** other words that mean it */
  words?: string;
  run(): void;
}

const SCREENS = Object.values(NAMED_SCREENS);

/** The screens that the person may open, and what can be done on every screen. @param go opens an address */
export function useCommands(go: (href: string) => void): { title: string; commands: Command[] }[] {
  const { hasPermission } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const logout = useLogout();
  const screens = SCREENS.filter(({ access }) => hasPermission(access)).map((screen) => ({
    key: screen.href,
    title: screen.title,
    words: menuName(screen),
    run: () => go(screen.href),
  }));
  const actions = [
    {
      title: 'Copy link',
      words: 'address share',
      run: () => void copyLink(window.location.href),
    },
    { title: 'Keyboard', words: 'keys shortcuts', run: openKeyboardMap },
    { title: 'Feedback', words: 'bug report', run: openReport },
    { title: 'Colours: Light', words: 'theme', run: () => setColorScheme('light') },
    { title: 'Colours: Dark', words: 'theme', run: () => setColorScheme('dark') },
    { title: 'Colours: Auto', words: 'theme system', run: () => setColorScheme('auto') },
    { title: 'Log Out', words: 'sign out', run: () => logout.mutate() },
  ];
  return [
    { title: 'Screens', commands: screens },
    { title: 'Actions', commands: actions.map((action) => ({ ...action, key: action.title })) },
  ];
}
