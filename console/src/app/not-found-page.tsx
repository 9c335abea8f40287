// Shown for a URL without a page, inside the frame of all pages.
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state';
import { PageHead } from '../ui/page-head';
import { Phrase } from '../ui/phrase';
import { strings } from './strings';

export function NotFoundPage() {
  return (
    <>
      <PageHead title={strings.notFound} />
      <EmptyState>
        <Phrase text={strings.notFoundText} parts={{ overview: <Link to="/">{strings.overview}</Link>, schedules: <Link to="/schedules">{strings.schedules}</Link> }} />
      </EmptyState>
    </>
  );
}
