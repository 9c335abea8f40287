// Icons of the console, drawn on one grid with one stroke width.
import type { ReactNode } from 'react';

function icon(name: string, children: ReactNode) {
  function Icon() {
    return (
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    );
  }
  Icon.displayName = name;
  return Icon;
}

export const IconGrid = icon('IconGrid', <path d="M2.5 2.5h4.5v6h-4.5zM9 2.5h4.5v3.5H9zM9 8.5h4.5v5H9zM2.5 11h4.5v2.5h-4.5z" />);
export const IconRepeat = icon('IconRepeat', <path d="M2.5 8a5.5 5.5 0 0 1 9.6-3.7L13.5 6M13.5 2.5V6H10M13.5 8a5.5 5.5 0 0 1-9.6 3.7L2.5 10M2.5 13.5V10H6" />);
export const IconLedger = icon('IconLedger', <path d="M2.5 4h1M2.5 8h1M2.5 12h1M6 4h7.5M6 8h7.5M6 12h5" />);
export const IconInbox = icon('IconInbox', <path d="M2.5 9.5h3l1 2h3l1-2h3M2.5 9.5v3.5h11V9.5L11.5 3h-7z" />);
export const IconChain = icon('IconChain', <path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.9-.9" />);
export const IconCalendar = icon('IconCalendar', <path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3M5.5 10h.01M8 10h.01M10.5 10h.01" />);
export const IconSearch = icon('IconSearch', <path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3" />);
export const IconSun = icon('IconSun', <path d="M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />);
export const IconMoon = icon('IconMoon', <path d="M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z" />);
export const IconPerson = icon('IconPerson', <path d="M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4" />);
export const IconPlus = icon('IconPlus', <path d="M8 3v10M3 8h10" />);
export const IconPause = icon('IconPause', <path d="M5.5 3.5v9M10.5 3.5v9" />);
export const IconPlay = icon('IconPlay', <path d="M5 3.2v9.6L12.5 8z" />);
export const IconBolt = icon('IconBolt', <path d="M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z" />);
export const IconDots = icon('IconDots', <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />);
export const IconPencil = icon('IconPencil', <path d="M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7" />);
export const IconChevron = icon('IconChevron', <path d="m6 3.5 4.5 4.5L6 12.5" />);
export const IconQuestion = icon('IconQuestion', <path d="M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6.4 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.8.6-.8 1.1M8 11.2h.01" />);
export const IconWarning = icon('IconWarning', <path d="M8 2.5 14 13H2zM8 6.8v2.7M8 11.3h.01" />);
export const IconHand = icon('IconHand', <path d="M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4" />);
export const IconPlug = icon('IconPlug', <path d="M5.5 2v3M10.5 2v3M4 5h8v2.5a4 4 0 0 1-8 0zM8 11.5V14" />);
export const IconBranch = icon('IconBranch', <path d="M4 3v10M4 8h4a4 4 0 0 0 4-4V3M9.8 5.2 12 3l2.2 2.2" />);
export const IconDays = icon('IconDays', <path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V4M10.5 2.5V4M5.5 10h.01M8 10h.01M10.5 10h.01" />);
export const IconQueue = icon('IconQueue', <path d="M2.5 3.5h11v3h-11zM2.5 9.5h11v3h-11zM11 5h.01M11 11h.01" />);
export const IconKey = icon('IconKey', <path d="M5.5 13a2.8 2.8 0 1 0 0-5.5 2.8 2.8 0 0 0 0 5.5zM7.6 8.4 13 3M10.5 5.5l2 2" />);
export const IconLock = icon('IconLock', <path d="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 9.7v1.2" />);
export const IconBell = icon('IconBell', <path d="M4 11V7.2a4 4 0 0 1 8 0V11l1.2 1.2H2.8zM6.8 14h2.4" />);
export const IconGear = icon('IconGear', <path d="M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3" />);
export const IconCopy = icon('IconCopy', <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />);
export const IconCross = icon('IconCross', <path d="m4 4 8 8M12 4l-8 8" />);
