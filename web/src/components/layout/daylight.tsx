/** The 4 + 4 panes projected onto the wall as light. Landing and account screens only; the parent is a `.wall`. */
export function Daylight({ className }: { className: string }) {
  return (
    <div className={`daylight ${className}`} aria-hidden="true">
      {Array.from({ length: 16 }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  );
}
