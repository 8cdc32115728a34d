import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { BREAKPOINTS } from '#ui/breakpoints.ts';

// Ink from the lightest wash to the darkest shade; `primaryShade` is the index of ink itself.
const ink: MantineColorsTuple = [
  '#f3f4f7',
  '#e3e7ee',
  '#c5cddb',
  '#a3aec3',
  '#7d889c',
  '#5c6980',
  '#46546d',
  '#24365a',
  '#16243d',
  '#0f1829',
];
const select: MantineColorsTuple = [
  '#e4f5fc',
  '#c9ecf9',
  '#9fe4fa',
  '#6ed6f5',
  '#34c3ee',
  '#1f9fc9',
  '#0a729b',
  '#0a6a8f',
  '#0a5876',
  '#163a52',
];
const red: MantineColorsTuple = [
  '#fdecea',
  '#fbd5d1',
  '#ffb3ac',
  '#ff8f85',
  '#e8594c',
  '#cf3b2d',
  '#b42318',
  '#96190f',
  '#7a120a',
  '#45211f',
];

const labelFirst = { inputWrapperOrder: ['label', 'input', 'error', 'description'], withAsterisk: false };
const dialogProps = {
  radius: 20,
  centered: true,
  overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
  closeButtonProps: { 'aria-label': 'Close' },
  // While it faded away, its overlay would take the next click.
  transitionProps: { transition: 'fade-down', duration: 200, exitDuration: 0 } as const,
  // Mantine renders a <header>, which assistive technology takes for the page's banner.
  attributes: { header: { role: 'presentation' } },
};

/** The Mantine theme. Its values are in tokens.css, the shapes of single controls in styles/controls.css. */
export const theme = createTheme({
  colors: { ink, select, red },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 0 },
  white: '#ffffff',
  black: '#16243d',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3', sm: '1.45', md: '1.55', lg: '1.5', xl: '1.5' },
  headings: { fontFamily: 'var(--serif)', fontWeight: '600', textWrap: 'balance' },
  radius: { xs: '6px', sm: '6px', md: '10px', lg: '16px', xl: '28px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'var(--e1)', sm: 'var(--e1)', md: 'var(--e2)', lg: 'var(--e3)', xl: 'var(--e3)' },
  breakpoints: BREAKPOINTS,
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    Button: { defaultProps: { size: 'md', variant: 'filled' } },
    ActionIcon: { defaultProps: { size: 40, variant: 'subtle' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close', size: 40 } },
    TextInput: { defaultProps: labelFirst },
    PasswordInput: {
      defaultProps: {
        ...labelFirst,
        // With `aria-pressed`: Mantine's own name would not say whether the password is shown.
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
    Textarea: { defaultProps: labelFirst },
    Select: { defaultProps: { ...labelFirst, allowDeselect: false, checkIconPosition: 'right' } },
    NativeSelect: { defaultProps: labelFirst },
    NumberInput: { defaultProps: labelFirst },
    // Without a portal, so that the picker stays in its field's landmark.
    ColorInput: { defaultProps: { ...labelFirst, popoverProps: { withinPortal: false } } },
    ColorPicker: { defaultProps: { saturationLabel: 'Shade', hueLabel: 'Hue' } },
    FileInput: { defaultProps: labelFirst },
    Modal: { defaultProps: dialogProps },
    Drawer: {
      defaultProps: {
        overlayProps: dialogProps.overlayProps,
        closeButtonProps: dialogProps.closeButtonProps,
        transitionProps: { duration: 200, exitDuration: 0 },
        attributes: dialogProps.attributes,
      },
    },
    Menu: {
      defaultProps: {
        radius: 'lg',
        shadow: 'lg',
        offset: 6,
        position: 'bottom-end',
        transitionProps: { duration: 120 },
        // Upward where there is no room below; in the middle of a low screen it scrolls.
        middlewares: { flip: true, shift: true, size: { padding: 8 } },
        // Screen readers expect a menu in its landmark and with the focus on the first item.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { radius: 'lg', shadow: 'lg', transitionProps: { duration: 120 } } },
    Skeleton: { defaultProps: { radius: 'md' } },
  },
});

const mantineVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--card)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-primary-color-light': 'var(--hover)',
  '--mantine-primary-color-light-hover': 'var(--pressed)',
  '--mantine-primary-color-light-color': 'var(--text)',
};

/** Maps Mantine's variables to the tokens, in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineVariables,
  dark: mantineVariables,
});
