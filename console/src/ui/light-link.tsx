// A link for rows that are drawn while they scroll by: an anchor and nothing else. The router's own link watches the address, which
// costs more than all the rest of a row.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface LightLinkProps {
  /** The whole address inside the console. */
  href: string;
  title?: string;
  children: ReactNode;
}

export function LightLink({ href, title, children }: LightLinkProps) {
  const router = useRouter();
  const follow = (event: React.MouseEvent) => {
    // Another button or key means another tab, which the browser knows how to open.
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
