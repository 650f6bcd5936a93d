#!/usr/bin/env bash
# test.sh: tests the stand-in's answer file parser with files that Windows' setup accepts and rejects. Needs gcc.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -O2 -Wall -Wextra -Werror -o "$work/check" "$here/unattend-check.c" "$here/xml.c"

utf16() { printf '%s' "$1" | sed 's/./&\x00/g' | base64 -w 0; }
# answer_file VALUE [PLAIN_TEXT] [PASS]: prints an answer file.
answer_file() {
  cat <<EOF
<?xml version="1.0" encoding="utf-8"?>
<!-- a comment --><unattend xmlns="urn:schemas-microsoft-com:unattend"><settings pass="${3:-oobeSystem}">
<component name="Microsoft-Windows-International-Core" processorArchitecture='amd64'>
<InputLocale>en-US</InputLocale><SystemLocale>en-US</SystemLocale><UILanguage>en-US</UILanguage>
<UserLocale>en-US</UserLocale></component>
<component name="Microsoft-Windows-Shell-Setup" processorArchitecture='amd64' publicKeyToken="31bf3856ad364e35">
<OOBE/><UserAccounts><AdministratorPassword>
<Value>$1</Value><PlainText>${2:-false}</PlainText>
</AdministratorPassword></UserAccounts></component></settings></unattend>
EOF
}

failed=0
# expect WHAT PATTERN: tests the answer file on standard input
expect() {
  local output
  cat >"$work/unattend.xml"
  output=$("$work/check" "$work/unattend.xml") || true
  # shellcheck disable=SC2053 # a pattern
  if [[ $output == $2 ]]; then echo "ok   $1"; else echo "FAIL $1: $output" && failed=1; fi
}

good=$(utf16 'Strong-Lab-0AdministratorPassword')
answer_file "$good" | expect 'a right one' ok
answer_file "$good" | sed 's/$/\r/' | expect 'a right one with CRLF' ok
answer_file "$good" | sed 's,<UILanguage>.*</UILanguage>,,' | expect 'without a language' 'bad: *UILanguage'
answer_file "$good" | sed 's,International-Core,Other,' | expect 'without the regions' 'bad: *InputLocale'
answer_file "$good" true | expect 'PlainText true' 'bad: PlainText*'
answer_file "$good" false specialize | expect 'in another pass' 'bad: no AdministratorPassword*'
answer_file "$(utf16 'Strong-Lab-0')" | expect 'without its suffix' 'bad: *'
answer_file "$(printf 'Strong-Lab-0AdministratorPassword' | base64 -w 0)" |
  expect 'in UTF-8' 'bad: *'
answer_file 'Strong-Lab-0AdministratorPassword' | expect 'not encoded' 'bad: *base64'
answer_file "$(utf16 'weakAdministratorPassword')" | expect 'too weak' 'bad: *weak*'
answer_file "$good" | sed 's/amd64/x86/' | expect 'for another architecture' 'bad: *amd64*'
answer_file "$good" | sed 's/urn:[^"]*/urn:other/' | expect 'in another namespace' 'bad: *namespace*'
answer_file "$good" | sed 's,</OOBE>,,; s,<OOBE/>,<OOBE>,' | expect 'an element left open' 'bad: not well formed*'
answer_file "$good" | sed 's,<OOBE/>,<OOBE>a \& b</OOBE>,' | expect 'a bare ampersand' 'bad: not well formed*'
answer_file "$good" | sed "s,pass=\"[a-zA-Z]*\",pass=oobeSystem," | expect 'a bare attribute' 'bad: not well formed*'
answer_file "$good" | head -n 4 | expect 'cut short' 'bad: not well formed*'
{ answer_file "$good" && echo trailing; } | expect 'text behind the root' 'bad: not well formed*'
expect 'empty' 'bad: *' </dev/null
exit "$failed"
