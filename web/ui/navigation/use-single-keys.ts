import { useLocalStorage } from '@mantine/hooks';

/** Whether keys of a single character act; people who dictate, or touch keys unawares, switch them off. */
export function useSingleKeys() {
  const [isOn, setOn] = useLocalStorage({
    key: 'omicon.keys.single',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return { isOn, setOn };
}
