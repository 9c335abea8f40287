// Mantine in our own clothes. Colours and type stand in styles/tokens.css; here is only what has no variable.
import { createTheme, Drawer, type MantineColorsTuple, Modal, Select, Tooltip } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { Spotlight } from '@mantine/spotlight';

// The shades that components compute with; what is seen comes from the variables.
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
    // A button without a word must have a name for those who do not see it.
    DateTimePicker: DateTimePicker.extend({ defaultProps: { clearButtonProps: { 'aria-label': 'Clear' } } }),
    Select: Select.extend({ defaultProps: { clearButtonProps: { 'aria-label': 'Clear' } } }),
    // What locks scrolling writes a style into the page, which its policy forbids.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } }),
    Spotlight: Spotlight.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});
