import MarkdownIt from 'markdown-it';

/**
 * HTML in the text is escaped. markdown-it refuses javascript:, vbscript:, file: and data: links. Images are off
 * because the page's policy and the mail programs would block them.
 */
const renderer = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** Renders Markdown as HTML that is safe to embed. */
export const renderMarkdown = (text: string): string => renderer.render(text);
