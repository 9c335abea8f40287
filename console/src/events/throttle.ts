// Collects items that arrive in bursts and passes them on at a limited rate. The first item is passed on
// immediately; the last one is never lost.

export class BatchThrottle<T> {
  #waiting = new Map<string, T>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handledAt = -Infinity;

  constructor(
    private readonly everyMs: number,
    private readonly handle: (items: T[]) => void,
  ) {}

  add(name: string, item: T): void {
    this.#waiting.set(name, item);
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#handledAt + this.everyMs - performance.now());
    this.#timer = setTimeout(() => this.#flush(), wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#timer = undefined;
    this.#handledAt = performance.now();
    const items = [...this.#waiting.values()];
    this.#waiting.clear();
    this.handle(items);
  }
}
