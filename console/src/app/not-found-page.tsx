import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state';

export function NotFoundPage() {
  return (
    <EmptyState title="There is no such page">
      The address may have been cut off. <Link to="/schedules">All schedules</Link> are a good place to begin.
    </EmptyState>
  );
}
