import '@/styles/legal-text.css';

/** Text of a legal page. The server has rendered it from Markdown without HTML. */
export const LegalText = ({ html }: { html: string }) => (
  <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />
);
