#include "xml.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *xml_error;

static struct xml_element stack[XML_DEPTH];
static char texts[XML_DEPTH][XML_VALUE * 4];
static int depth, roots;

static int wrong(const char *what) {
  xml_error = what;
  return 1;
}

static int is_name(int c) { return isalnum(c) || c == '_' || c == '-' || c == '.' || c == ':'; }

static const char *spaces(const char *at) {
  while (*at && strchr(" \t\r\n", *at)) at++;
  return at;
}

static const char *read_name(const char *at, char *name) {
  int n = 0;
  if (!isalpha((unsigned char)*at) && *at != '_') return 0;
  while (is_name((unsigned char)*at)) {
    if (n == XML_NAME - 1) return 0;
    name[n++] = *at++;
  }
  name[n] = 0;
  return at;
}

/* Reads one character of text or of an attribute and resolves entities. Returns 0 if it is not allowed there. */
static const char *read_char(const char *at, char *out) {
  static const char *named[] = {"&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", "\"", "&apos;", "'"};
  if (*at == '<' || ((unsigned char)*at < 32 && !strchr("\t\r\n", *at))) return 0;
  if (*at != '&') {
    *out = *at;
    return at + 1;
  }
  for (int i = 0; i < 10; i += 2)
    if (!strncmp(at, named[i], strlen(named[i]))) {
      *out = *named[i + 1];
      return at + strlen(named[i]);
    }
  if (at[1] == '#') {
    char *end;
    long code = at[2] == 'x' ? strtol(at + 3, &end, 16) : strtol(at + 2, &end, 10);
    *out = (char)code;
    if (*end == ';' && code >= 32 && code < 127) return end + 1;
  }
  return 0;
}

static const char *read_attribute(const char *at, struct xml_element *element) {
  struct xml_attribute *attribute = &element->attributes[element->count];
  char quote;
  int n = 0;
  if (element->count == 16 || !(at = read_name(at, attribute->name))) return 0;
  if (*xml_attribute(element, attribute->name)) return 0;
  at = spaces(at);
  if (*at++ != '=') return 0;
  at = spaces(at);
  quote = *at++;
  if (quote != '"' && quote != '\'') return 0;
  while (*at && *at != quote) {
    if (n == XML_VALUE - 1 || !(at = read_char(at, &attribute->value[n++]))) return 0;
  }
  attribute->value[n] = 0;
  element->count++;
  return *at == quote ? at + 1 : 0;
}

/* Skips a comment, a processing instruction or a CDATA delimiter. Returns 0 if its end is missing. */
static const char *skip_to(const char *at, const char *end) {
  at = strstr(at, end);
  return at ? at + strlen(end) : 0;
}

static const char *end_tag(const char *at, xml_end end) {
  char name[XML_NAME];
  if (!(at = read_name(at, name)) || !depth || strcmp(name, stack[depth - 1].name)) return 0;
  at = spaces(at);
  if (*at != '>') return 0;
  end(stack, depth, texts[depth - 1]);
  depth--;
  return at + 1;
}

static const char *start_tag(const char *at, xml_end end) {
  struct xml_element *element = &stack[depth];
  if (depth == XML_DEPTH || (!depth && roots++)) return 0;
  element->count = 0;
  texts[depth][0] = 0;
  if (!(at = read_name(at, element->name))) return 0;
  for (;;) {
    const char *next = spaces(at);
    if (*next == '>' || !strncmp(next, "/>", 2)) {
      depth++;
      if (*next == '>') return next + 1;
      end(stack, depth, "");
      depth--;
      return next + 2;
    }
    if (next == at || !(at = read_attribute(next, element))) return 0;
  }
}

int xml_read(const char *at, xml_end end) {
  depth = roots = 0;
  if (!strncmp(at, "\xef\xbb\xbf", 3)) at += 3;
  while (*at) {
    if (!strncmp(at, "<?", 2)) at = skip_to(at, "?>");
    else if (!strncmp(at, "<!--", 4)) at = skip_to(at + 4, "-->");
    else if (!strncmp(at, "</", 2)) at = end_tag(at + 2, end);
    else if (*at == '<') at = start_tag(at + 1, end);
    else if (!depth) {
      if (spaces(at) == at) return wrong("text outside the root element");
      at = spaces(at);
    } else {
      char *text = texts[depth - 1], c;
      size_t n = strlen(text);
      if (n + 1 >= sizeof texts[0]) return wrong("too long a text");
      if ((at = read_char(at, &c))) text[n] = c, text[n + 1] = 0;
    }
    if (!at) return wrong(depth ? stack[depth - 1].name : "malformed document");
  }
  if (depth) return wrong("an element is not closed");
  return roots == 1 ? 0 : wrong("no root element");
}

const char *xml_attribute(const struct xml_element *element, const char *name) {
  for (int i = 0; i < element->count; i++)
    if (!strcmp(element->attributes[i].name, name)) return element->attributes[i].value;
  return "";
}
