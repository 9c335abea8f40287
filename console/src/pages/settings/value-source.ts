// Describes the source of a configuration value.
import type { Value } from '../../api/config';

export function describeSource(place: { [kind: string]: Value } | undefined): string {
  if (!place) return 'default';
  const { file, line, variable, flag } = place;
  if (file) return `${String(file)}, line ${String(line)}`;
  if (variable) return `variable ${String(variable)}`;
  return flag ? `flag ${String(flag)}` : 'given';
}
