// A link for rows rendered while scrolling: just an anchor. The router's own link observes the URL, which costs
// more than the rest of a row.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface LightLinkProps {
  /** Full path inside the console. */
  href: string;
  title?: string;
  children: ReactNode;
}

export function LightLink({ href, title, children }: LightLinkProps) {
  const router = useRouter();
  const follow = (event: React.MouseEvent) => {
    // Other buttons and modifier keys open a tab or window, which the browser handles.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a href={href} title={title} dir="auto" onClick={follow}>
      {children}
    </a>
  );
}
