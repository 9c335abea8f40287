// Mantine theme. Colors and typography are in styles/tokens.css; this file contains only settings without a CSS
// variable.
import { createTheme, Drawer, type MantineColorsTuple, Modal, Select, Tooltip } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { Spotlight } from '@mantine/spotlight';
import { common } from '../ui/strings';

// Shades for computations inside components. The visible colors come from the CSS variables.
const accent: MantineColorsTuple = [
  '#eceafb', '#d9d5f7', '#b9b3ef', '#9890e6', '#7b72dc', '#625ad8', '#4f46c8', '#413aab', '#342f89', '#272467',
];

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // An icon-only button needs an accessible name.
    DateTimePicker: DateTimePicker.extend({ defaultProps: { clearButtonProps: { 'aria-label': common.clear } } }),
    Select: Select.extend({ defaultProps: { clearButtonProps: { 'aria-label': common.clear } } }),
    // The scroll lock writes a style into the page, which the content security policy forbids.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, padding: 'lg', closeButtonProps: { 'aria-label': common.close } } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': common.close } } }),
    Spotlight: Spotlight.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});
