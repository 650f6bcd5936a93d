/*
 * unattend-check FILE: parses an answer file like Windows' setup. Prints "ok" or the reason why setup would reject
 * it, but never the password. The file must be well formed, and the pass oobeSystem must contain
 * - an AdministratorPassword that is base64 of UTF-16LE(password + "AdministratorPassword") and strong enough for
 *   the
 *   default policy of Windows Server,
 * - the languages, without which setup waits for input.
 */
#include "xml.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char value[XML_VALUE * 4], plain[16];
static int namespace_ok, architecture_ok;
static const char *const locales[] = {"InputLocale", "SystemLocale", "UILanguage", "UserLocale"};
static int locale_ok[4];

static void at_end(struct xml_element *e, int depth, const char *text) {
  static const char *path[] = {"unattend", "settings", "component", "UserAccounts", "AdministratorPassword"};
  if (depth == 1) namespace_ok = !strcmp(xml_attribute(e, "xmlns"), "urn:schemas-microsoft-com:unattend");
  if (depth == 4 && !strcmp(xml_attribute(&e[1], "pass"), "oobeSystem") &&
      !strcmp(xml_attribute(&e[2], "name"), "Microsoft-Windows-International-Core") &&
      !strcmp(xml_attribute(&e[2], "processorArchitecture"), "amd64"))
    for (int i = 0; i < 4; i++)
      if (!strcmp(e[3].name, locales[i])) locale_ok[i] = *text != 0;
  if (depth != 6) return;
  for (int i = 0; i < 5; i++)
    if (strcmp(e[i].name, path[i])) return;
  if (strcmp(xml_attribute(&e[1], "pass"), "oobeSystem") ||
      strcmp(xml_attribute(&e[2], "name"), "Microsoft-Windows-Shell-Setup"))
    return;
  architecture_ok = !strcmp(xml_attribute(&e[2], "processorArchitecture"), "amd64") &&
                    !strcmp(xml_attribute(&e[2], "publicKeyToken"), "31bf3856ad364e35");
  if (!strcmp(e[5].name, "Value")) snprintf(value, sizeof value, "%s", text);
  if (!strcmp(e[5].name, "PlainText")) snprintf(plain, sizeof plain, "%s", text);
}

static int refuse(const char *why, const char *detail) {
  printf("bad: %s%s%s\n", why, *detail ? ": " : "", detail);
  return 1;
}

/* Decodes strict base64 without white space. Returns the number of bytes, or -1. */
static int decode(const char *in, unsigned char *out) {
  static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t length = strlen(in);
  int n = 0;
  if (!length || length % 4) return -1;
  for (size_t i = 0; i < length; i += 4) {
    unsigned long bits = 0;
    int pad = 0;
    for (int k = 0; k < 4; k++) {
      const char *p = strchr(set, in[i + k]);
      if (in[i + k] == '=' && k > 1 && i + 4 == length) pad++, bits <<= 6;
      else if (!p || pad) return -1;
      else bits = bits << 6 | (unsigned long)(p - set);
    }
    for (int k = 2; k >= pad; k--) out[n++] = (unsigned char)(bits >> (8 * k));
  }
  return n;
}

int main(int argc, char **argv) {
  static char document[1 << 20];
  static unsigned char bytes[XML_VALUE * 3];
  static const char tail[] = "AdministratorPassword";
  const int tail_length = sizeof tail - 1;
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : 0;
  int n, lower = 0, upper = 0, digit = 0, other = 0;
  if (!file) return refuse("no answer file", "");
  size_t size = fread(document, 1, sizeof document - 1, file);
  if (strlen(document) != size) return refuse("holds zero bytes", "");
  if (xml_read(document, at_end)) return refuse("not well formed at", xml_error);
  if (!namespace_ok) return refuse("not in the namespace of unattend", "");
  if (!*value) return refuse("no AdministratorPassword in oobeSystem, Microsoft-Windows-Shell-Setup", "");
  if (!architecture_ok) return refuse("the component is not the amd64 one of Windows", "");
  for (int i = 0; i < 4; i++)
    if (!locale_ok[i]) return refuse("International-Core does not name", locales[i]);
  if (strcmp(plain, "false")) return refuse("PlainText is not false", plain);
  if ((n = decode(value, bytes)) < 0) return refuse("the password is not base64", "");
  if (n % 2 || n / 2 <= tail_length) return refuse("the password is not UTF-16LE with its suffix", "");
  for (int i = 0; i < tail_length; i++) {
    const unsigned char *unit = bytes + n - 2 * (tail_length - i);
    if (unit[0] != tail[i] || unit[1]) return refuse("the suffix AdministratorPassword is missing", "");
  }
  n = n / 2 - tail_length;
  for (int i = 0; i < n; i++) {
    int c = bytes[2 * i];
    if (bytes[2 * i + 1]) other = 1;
    else if (islower(c)) lower = 1;
    else if (isupper(c)) upper = 1;
    else if (isdigit(c)) digit = 1;
    else other = 1;
  }
  if (n < 8 || lower + upper + digit + other < 3)
    return refuse("the password is too weak for Windows Server's default policy", "");
  puts("ok");
  return 0;
}
