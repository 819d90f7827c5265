/** One seat, lit. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M8 13V8.5A4.5 4.5 0 0 1 12.5 4h7A4.5 4.5 0 0 1 24 8.5V13" fill="var(--velvet)" />
      <path
        d="M6.5 12a3 3 0 0 1 3 3v3h13v-3a3 3 0 1 1 6 0v7a4 4 0 0 1-4 4H7.5a4 4 0 0 1-4-4v-7a3 3 0 0 1 3-3Z"
        fill="var(--lamp)"
      />
      <path d="M8 26v2.5M24 26v2.5" stroke="var(--lamp)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
