import { modals } from '@mantine/modals';

/** Tells guests that what they try requires an account, and leads to the registration. */
export function askForAccount(): void {
  modals.openContextModal({ modal: 'permission', title: 'Permission', innerProps: {} });
}
