import { z } from 'zod';

/**
 * Refuses control characters, line and paragraph separators, bidi controls and invisible characters, which make a name
 * look like another one or reorder the text around it (Unicode TR36). Written as ranges, which request generators can read in
 * the API document.
 */
const VISIBLE =
  /^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$/;

/** A joiner (U+200C, U+200D) that is not between letters or emoji. No lookbehind: Safari before 16.4 lacks it. */
const STRAY_JOINER =
  /(?:^|[^\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?:$|[^\p{L}\p{Extended_Pictographic}])/u;

/**
 * Name that people read, of at most `max` characters. Only for requests, because stored names may predate this rule.
 *
 * @param problems.characters message for a rejected character
 * @example name: humanName(60, { text: RULES.API_KEY_NAME_REQUIRED, tooLong: …, characters: … })
 */
export const humanName = (
  max: number,
  { text, tooLong, characters }: { text: string; tooLong: string; characters: string },
) =>
  z
    .string(text)
    .trim()
    .max(max, tooLong)
    .regex(VISIBLE, characters)
    .refine((name) => !STRAY_JOINER.test(name), characters);
