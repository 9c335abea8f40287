// Describes the source of a configuration value.
import type { Value } from '../../api/config';
import { configStrings as strings } from './strings';

export function describeSource(source: { [kind: string]: Value } | undefined): string {
  if (!source) return strings.default;
  const { file, line, variable, flag } = source;
  if (file) return strings.file(String(file), String(line));
  if (variable) return strings.variable(String(variable));
  return flag ? strings.flag(String(flag)) : strings.custom;
}
