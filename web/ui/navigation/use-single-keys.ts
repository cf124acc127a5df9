import { useLocalStorage } from '@mantine/hooks';

/** Whether single-character keys are enabled; people who dictate or touch keys by accident turn them off. */
export function useSingleKeys() {
  const [isOn, setOn] = useLocalStorage({
    key: 'omicon.keys.single',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return { isOn, setOn };
}
