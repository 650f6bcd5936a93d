/*
 * recorder: stands in for net.exe, netsh.exe, sc.exe, ping.exe, powershell.exe and shutdown.exe while a batch file runs.
 * Writes its arguments (in hex) and its environment to the file named by RECORD, and responds as the test requests:
 * ANSWER_<NAME> is the exit code, and "N<COUNT" means 1 for the first COUNT calls with that script. When it runs
 * password.ps1 as powershell.exe, it also records the contents of password.b64 next to the script.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void hex(FILE *to, const char *text) {
  for (; *text; text++) fprintf(to, "%02x", (unsigned char)*text);
}

static void utf8(FILE *to, const wchar_t *text) {
  static char bytes[65536];
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, 0, 0);
  hex(to, bytes);
}

int wmain(int count, wchar_t **words) {
  wchar_t program[MAX_PATH], record[MAX_PATH], kept[MAX_PATH], answer[64], *name, *dot, *last;
  char content[65536] = "";
  int index, calls = 0;
  GetModuleFileNameW(0, program, MAX_PATH);
  name = wcsrchr(program, L'\\') + 1;
  if ((dot = wcsrchr(name, L'.'))) *dot = 0;
  if (!GetEnvironmentVariableW(L"RECORD", record, MAX_PATH)) return 99;
  last = words[count - 1];
  FILE *to = _wfopen(record, L"r");
  if (to) { /* number of earlier calls of this program with this last word */
    static char line[262144], mine[131072];
    char bytes[65536];
    WideCharToMultiByte(CP_UTF8, 0, last, -1, bytes, sizeof bytes, 0, 0);
    char *at = mine;
    for (char *c = bytes; *c; c++) at += sprintf(at, "%02x", (unsigned char)*c);
    while (fgets(line, sizeof line, to))
      if (!strncmp(line, "call ", 5) && strstr(line, mine)) calls++;
    fclose(to);
  }
  to = _wfopen(record, L"a");
  fprintf(to, "call ");
  utf8(to, name);
  for (index = 1; index < count; index++) fprintf(to, " "), utf8(to, words[index]);
  fprintf(to, "\ncommand ");
  utf8(to, GetCommandLineW());
  fprintf(to, "\n");
  for (wchar_t *all = GetEnvironmentStringsW(); *all; all += wcslen(all) + 1) {
    fprintf(to, "environment ");
    utf8(to, all);
    fprintf(to, "\n");
  }
  if (wcsstr(last, L"password.ps1")) {
    wcscpy(kept, last);
    wcscpy(wcsstr(kept, L"password.ps1"), L"password.b64");
    FILE *from = _wfopen(kept, L"rb");
    if (from) fread(content, 1, sizeof content - 1, from), fclose(from);
    fprintf(to, "password ");
    hex(to, content);
    fprintf(to, "\n");
  }
  fclose(to);
  wchar_t question[64];
  swprintf(question, 64, L"ANSWER_%ls", wcsstr(last, L"password.ps1") ? L"password" : name);
  if (!GetEnvironmentVariableW(question, answer, 64)) return 0;
  return wcsncmp(answer, L"N<", 2) ? _wtoi(answer) : calls < _wtoi(answer + 2);
}
