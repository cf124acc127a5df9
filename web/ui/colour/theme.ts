import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Deep teal, for interactive elements. */
const teal: MantineColorsTuple = [
  'oklch(0.975 0.012 195)',
  'oklch(0.945 0.026 195)',
  'oklch(0.895 0.048 195)',
  'oklch(0.83 0.072 195)',
  'oklch(0.76 0.09 195)',
  'oklch(0.66 0.095 196)',
  'oklch(0.56 0.09 197)',
  'oklch(0.46 0.078 198)',
  'oklch(0.4 0.068 199)',
  'oklch(0.33 0.055 200)',
];

const gray: MantineColorsTuple = [
  'oklch(0.985 0.002 220)',
  'oklch(0.967 0.003 220)',
  'oklch(0.93 0.004 220)',
  'oklch(0.885 0.006 220)',
  'oklch(0.8 0.008 220)',
  'oklch(0.66 0.01 220)',
  'oklch(0.52 0.012 222)',
  'oklch(0.43 0.012 222)',
  'oklch(0.33 0.012 222)',
  'oklch(0.23 0.012 222)',
];

/** From text (0) over borders (4) and surfaces (6) to the page (7) and below. */
const dark: MantineColorsTuple = [
  'oklch(0.92 0.004 220)',
  'oklch(0.83 0.006 220)',
  'oklch(0.72 0.01 220)',
  'oklch(0.5 0.012 222)',
  'oklch(0.37 0.012 222)',
  'oklch(0.3 0.012 222)',
  'oklch(0.25 0.011 222)',
  'oklch(0.205 0.01 222)',
  'oklch(0.175 0.009 222)',
  'oklch(0.15 0.008 222)',
];

const MAX_OPTIONS_HEIGHT = 220;

/**
 * The list of options scrolls itself. Mantine's own scroll area is a box inside the list, which no key reaches in a
 * dialog according to WCAG 2.1.1; a list that belongs to a combobox is scrolled by its arrow keys.
 */
const optionList = {
  withScrollArea: false,
  styles: (_: unknown, { maxDropdownHeight }: { maxDropdownHeight?: number | string | undefined }) => ({
    dropdown: { paddingInlineEnd: 'var(--combobox-padding)' },
    options: { maxHeight: maxDropdownHeight ?? MAX_OPTIONS_HEIGHT, overflowY: 'auto' as const },
  }),
};

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: 7,
  fontFamily: "'Inter Variable', 'Inter to be', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // The ring around a focused field must not touch its label.
    InputWrapper: { styles: { label: { marginBottom: '4px' } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontSize: '16px', fontWeight: 600, lineHeight: 1.35 } },
    },
    Select: { defaultProps: optionList },
    MultiSelect: { defaultProps: optionList },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { multiline: true, maw: 320, openDelay: 300, withArrow: true } },
  },
});

/** For destructive actions, with white text. */
const RED_FILLED = {
  '--mantine-color-red-filled': 'oklch(0.5 0.18 27)',
  '--mantine-color-red-filled-hover': 'oklch(0.45 0.17 27)',
};

/** CSS variables beyond Mantine's, and Mantine's own where their contrast is too low. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--omicon-header-height': '52px',
    '--omicon-menu-width': '240px',
    '--omicon-comments-width': '380px',
    '--omicon-menu-folded-width': '56px',
    '--omicon-row-height': '32px',
    '--omicon-narrow-row-height': '52px',
    '--omicon-focus': '2px solid var(--mantine-color-anchor)',
  },
  light: {
    ...RED_FILLED,
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-anchor': teal[7],
    '--mantine-color-error': 'oklch(0.5 0.18 27)',
    '--mantine-color-orange-light-color': 'oklch(0.47 0.13 48)',
    '--omicon-surface': '#ffffff',
    '--omicon-sunken': gray[0],
    '--omicon-line': gray[2],
    '--omicon-hover': gray[1],
    '--omicon-chosen': teal[0],
    '--omicon-warning': 'oklch(0.5 0.11 70)',
    '--omicon-success': 'oklch(0.47 0.11 150)',
  },
  dark: {
    ...RED_FILLED,
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': teal[4],
    '--mantine-color-error': 'oklch(0.74 0.15 25)',
    '--mantine-color-teal-light': 'oklch(0.3 0.04 198)',
    '--mantine-color-teal-light-hover': 'oklch(0.34 0.045 198)',
    '--mantine-color-gray-light': dark[6],
    '--mantine-color-gray-light-hover': dark[5],
    '--mantine-color-teal-outline': teal[4],
    '--omicon-surface': dark[7],
    '--omicon-sunken': dark[8],
    '--omicon-line': dark[5],
    '--omicon-hover': dark[6],
    '--omicon-chosen': 'oklch(0.28 0.03 198)',
    '--omicon-warning': 'oklch(0.8 0.12 75)',
    '--omicon-success': 'oklch(0.78 0.13 150)',
  },
});
