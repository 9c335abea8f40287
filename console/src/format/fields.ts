// Definitions field by field: what differs between two, and one made of two changes of a third.

export type Json = unknown;

export interface Field {
  /** Such as `action.target`. */
  path: string;
  was: Json;
  theirs: Json;
  mine: Json;
  /** Whether both changed it, each in their own way. */
  isBoth: boolean;
}

export type Side = 'theirs' | 'mine';

/** Their parts only mean something together. */
const WHOLE = new Set(['spec.recurrence', 'spec.dst', 'spec.jitter', 'spec.first_run']);

/** Every field that one of two changed, since they both began. */
export function changedFields(was: Json, theirs: Json, mine: Json): Field[] {
  const [a, b, c] = [flat(was), flat(theirs), flat(mine)];
  const paths = [...new Set([...a.keys(), ...b.keys(), ...c.keys()])].toSorted();
  return paths.flatMap((path) => {
    const field = { path, was: a.get(path), theirs: b.get(path), mine: c.get(path) };
    const [byThem, byMe] = [!isSame(field.was, field.theirs), !isSame(field.was, field.mine)];
    if (!byThem && !byMe) return [];
    return [{ ...field, isBoth: byThem && byMe && !isSame(field.theirs, field.mine) }];
  });
}

/** Whose change of a field is taken when nobody says: that of whoever made one, mine where both did. */
export function usualSide({ was, mine }: Field): Side {
  return isSame(was, mine) ? 'theirs' : 'mine';
}

/** Theirs, with my side of some fields. */
export function merged(theirs: Json, fields: Field[], sides: Map<string, Side>): Json {
  const made = structuredClone(theirs) as Record<string, Json>;
  for (const field of fields) {
    if ((sides.get(field.path) ?? usualSide(field)) === 'mine') put(made, split(field.path), field.mine);
  }
  return made;
}

function put(into: Record<string, Json>, [name = '', ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    if (value === undefined) delete into[name];
    else into[name] = value;
    return;
  }
  const below = isObject(into[name]) ? into[name] : {};
  into[name] = below;
  put(below, rest, value);
}

/** Names may hold dots themselves, as labels do, so paths are kept apart by something that names cannot hold. */
const BETWEEN = '\u0000';

function split(path: string): string[] {
  return path.split(BETWEEN);
}

/** A path for people. */
export function told(path: string): string {
  return path.replaceAll(BETWEEN, '.');
}

function flat(value: Json, path = '', into = new Map<string, Json>()): Map<string, Json> {
  if (isObject(value) && !WHOLE.has(told(path))) {
    for (const [name, below] of Object.entries(value)) flat(below, path ? path + BETWEEN + name : name, into);
  } else if (!isNothing(value)) {
    into.set(path, value);
  }
  return into;
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent, null and empty say the same. */
function isNothing(value: Json): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
