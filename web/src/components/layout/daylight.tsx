/**
 * Two rows of 4 + 4 window panes, projected onto the wall as light. Only for the landing and account screens; the
 * parent must be a `.wall`.
 */
export function Daylight({ className }: { className: string }) {
  return (
    <div className={`daylight ${className}`} aria-hidden="true">
      {Array.from({ length: 16 }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  );
}
