import {
  Avatar,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { ROLE_NAMES } from '@omicon/domain/permissions/permissions.ts';
import { menuName, NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import {
  IconAccessible,
  IconCommand,
  IconKeyboard,
  IconLogout,
  IconMessageReport,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { openReport } from '../areas/feedback/open-report.ts';
import { useLogout } from '../areas/sign-in/calls.ts';
import { useSession } from '../base/sign-in/session.ts';
import { openKeyboardMap } from '../ui/navigation/KeyboardMap.tsx';
import { HEADER_LINKS } from './header-links.ts';
import { openPalette } from './palette/open-palette.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
] as const;

const SETTINGS = { ...NAMED_SCREENS.settings, icon: IconSettings };

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Colours"
      data={[...SCHEMES]}
      value={colorScheme}
      onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto')}
    />
  );
}

/** @param hasLinks true if the header has no room for its links */
export function AvatarMenu({ hasLinks }: { hasLinks: boolean }) {
  const { session, hasPermission } = useSession();
  const router = useRouter();
  const logout = useLogout();
  if (session === null) return null;
  const { name } = session.me;
  const links = hasLinks ? [...HEADER_LINKS, SETTINGS].filter(({ access }) => hasPermission(access)) : [];
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          {/* Hidden text and no aria-label: a label would contradict the visible initials. */}
          <VisuallyHidden>Account of {name}</VisuallyHidden>
          <Avatar size={32} radius="xl" name={name} color="teal" alt="" aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--mantine-color-text)">
            {name}
          </Text>
          <Text size="xs">{ROLE_NAMES[session.role]}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        <div style={{ padding: '0 8px 8px' }}>
          <SchemeSwitch />
        </div>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={NAMED_SCREENS.account.href}
          leftSection={<IconUser size={16} aria-hidden="true" />}
        >
          {NAMED_SCREENS.account.title}
        </Menu.Item>
        {links.map(({ icon: Picture, ...screen }) => (
          <Menu.Item
            key={screen.href}
            component="a"
            href={screen.href}
            leftSection={<Picture size={16} aria-hidden="true" />}
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              router.history.push(screen.href);
            }}
          >
            {menuName(screen)}
          </Menu.Item>
        ))}
        {hasLinks && (
          <Menu.Item leftSection={<IconMessageReport size={16} aria-hidden="true" />} onClick={openReport}>
            Feedback
          </Menu.Item>
        )}
        {hasLinks && (
          <Menu.Item leftSection={<IconCommand size={16} aria-hidden="true" />} onClick={openPalette}>
            Command palette
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden="true" />} onClick={openKeyboardMap}>
          Keyboard
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={NAMED_SCREENS.accessibility.href}
          leftSection={<IconAccessible size={16} aria-hidden="true" />}
        >
          {NAMED_SCREENS.accessibility.title}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => logout.mutate()}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
