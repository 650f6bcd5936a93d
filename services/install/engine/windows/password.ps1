# Sets the customer's password for the built-in Administrator, whatever its name.
$ErrorActionPreference = 'Stop'
$file = Join-Path $PSScriptRoot 'password.b64'
$bytes = [Convert]::FromBase64String(([IO.File]::ReadAllText($file)).Trim())
$password = [Text.Encoding]::UTF8.GetString($bytes)
$account = Get-CimInstance Win32_UserAccount -Filter "LocalAccount=True" |
  Where-Object { $_.SID -like 'S-1-5-21-*-500' } | Select-Object -First 1
$user = [ADSI]"WinNT://./$($account.Name),user"

function Set-CustomerPassword {
  $user.SetPassword($password)
  # 0x10000: password never expires. 0x2 and 0x10 cleared: account enabled and not locked.
  $user.UserFlags = ($user.UserFlags.Value -bor 0x10000) -band (-bnot 0x12)
  $user.SetInfo()
}

try {
  Set-CustomerPassword
} catch {
  # Windows Server's policy may reject the customer's password, so it is relaxed for this moment.
  $before = Join-Path $PSScriptRoot 'before.inf'
  & secedit.exe /export /cfg $before /areas SECURITYPOLICY | Out-Null
  $policy = Join-Path $PSScriptRoot 'policy.inf'
  $text = "[Unicode]`r`nUnicode=yes`r`n[Version]`r`nsignature=`"`$CHICAGO`$`"`r`nRevision=1`r`n" +
    "[System Access]`r`nMinimumPasswordLength = 0`r`nPasswordComplexity = 0`r`n"
  [IO.File]::WriteAllText($policy, $text, [Text.Encoding]::Unicode)
  & secedit.exe /configure /db (Join-Path $PSScriptRoot 'policy.sdb') /cfg $policy /areas SECURITYPOLICY | Out-Null
  try {
    Set-CustomerPassword
  } finally {
    if (Test-Path $before) {
      & secedit.exe /configure /db (Join-Path $PSScriptRoot 'before.sdb') /cfg $before /areas SECURITYPOLICY | Out-Null
    }
  }
}
Remove-Item -Force $file
