/**
 * Logo of all mails: the sash and frame of the favicon, 64 px, in two colours with enough contrast on light and dark
 * backgrounds. Attached because mail programs block remote images, `data:` URLs and SVG.
 */
export const MAIL_LOGO = {
  cid: 'logo@casement',
  filename: 'casement.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEVMaXFWeHlec3cGg4wGhI0Hg4wqfYRedHg4' +
      'eoAGhIwFg4xfdHcIg4wHhIsHhIxfdHgFyjW0AAAADnRSTlMAEUSZVe9yu8bZK/E8s4UJlkcAAAAJcEhZcwAACxMA' +
      'AAsTAQCanBgAAACkSURBVEjHY2AYcoDLhIC83RNBOBDAlOe59+7Ffzj4XYYuzzLvHbKC//8LUeXFgPKoCr6jyse9' +
      'Q1fwPwFJfvG7d5gKChDyZyHy754pwYH6//8b4PKeUPl3TxB6mP7//whjs70joICTkALWUQVDRwGzMQxYYVeAFdBZ' +
      'AUFHjsbmEFJAsAAhWAQRLMQIF4OEC1LCRTHhwpxwdUC4QiFcJRGu1AYrAABn+mTnBerO9AAAAABJRU5ErkJggg==',
    'base64',
  ),
};
