import {
  FAILED_JOBS,
  FEEDBACK,
  IMPORTS,
  PREFERENCES,
  ROLES_AND_PERMISSIONS,
  SYSTEM_TABLES,
  TERMS_EDITOR,
  USER_MANAGEMENT,
} from '@omicon/contract/addresses.ts';
import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconFileImport,
  IconFileText,
  IconMessageReport,
  IconShieldLock,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';

interface AdminEntry {
  title: string;
  /** description of the screen */
  summary: string;
  href: string;
  icon: Icon;
  permission: PermissionCode;
  /** false for a part of another screen, which is not in the side menu */
  isInMenu: boolean;
}

/** Administration screens in the order of the specification, for the side menu and the settings page. */
export const ADMIN_ENTRIES: readonly AdminEntry[] = [
  {
    title: 'Tables',
    summary:
      'Attributes of samples, data collections, data sets and analyses, and the ontologies, with their versions.',
    href: SYSTEM_TABLES,
    icon: IconTable,
    permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Roles and Permissions',
    summary: 'Permissions of each role, and a log of changes.',
    href: ROLES_AND_PERMISSIONS,
    icon: IconShieldLock,
    permission: 'USER_MANAGEMENT_PERMISSIONS',
    isInMenu: true,
  },
  {
    title: 'Preferences',
    summary: 'Welcome text, contact, guests, sign-up and the size of previews.',
    href: PREFERENCES,
    icon: IconAdjustments,
    permission: 'PREFERENCES_EDIT',
    isInMenu: true,
  },
  {
    title: 'User Management',
    summary: 'Accounts and roles, the whitelist of the laboratory, and removed people.',
    href: USER_MANAGEMENT,
    icon: IconUsers,
    permission: 'USER_MANAGEMENT_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Reports and Feedback',
    summary: 'Bug reports with screenshots, comments and wishes, with their status.',
    href: FEEDBACK,
    icon: IconMessageReport,
    permission: 'FEEDBACK_LIST_VIEW',
    isInMenu: true,
  },
  {
    title: 'Imports',
    summary: 'All imports with reports, including those from the command line.',
    href: IMPORTS,
    icon: IconFileImport,
    permission: 'OPERATIONS_VIEW',
    isInMenu: false,
  },
  {
    title: 'Failed jobs',
    summary: 'Background jobs that were given up, with a way to retry them.',
    href: FAILED_JOBS,
    icon: IconAlertTriangle,
    permission: 'OPERATIONS_VIEW',
    isInMenu: false,
  },
  {
    title: 'Terms of service',
    summary: 'Versions of the terms, and a draft of the next one.',
    href: TERMS_EDITOR,
    icon: IconFileText,
    permission: 'PREFERENCES_EDIT',
    isInMenu: false,
  },
];
