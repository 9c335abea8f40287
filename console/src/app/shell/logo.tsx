// A musical repeat sign: the bars and dots that send a musician back to the refrain.
export function Logo() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="#fff">
        <rect x="7" y="8" width="3" height="16" rx="1.5" />
        <rect x="12.5" y="8" width="1.6" height="16" rx=".8" />
        <circle cx="19" cy="13" r="2.1" />
        <circle cx="19" cy="19" r="2.1" />
        <rect x="23" y="8" width="2" height="16" rx="1" opacity=".6" />
      </g>
    </svg>
  );
}
