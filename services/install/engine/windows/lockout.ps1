# Slows down password guessing; attempts by others lock the owner out for at most five minutes. The built-in
# Administrator is exempt from lockouts unless AllowAdministratorLockout is 1 (KB5020282); older Windows
# versions ignore that setting.
$policy = Join-Path $PSScriptRoot 'lockout.inf'
$text = "[Unicode]`r`nUnicode=yes`r`n[Version]`r`nsignature=`"`$CHICAGO`$`"`r`nRevision=1`r`n" +
  "[System Access]`r`nLockoutBadCount = 10`r`nResetLockoutCount = 5`r`nLockoutDuration = 5`r`n" +
  "AllowAdministratorLockout = 1`r`n"
[IO.File]::WriteAllText($policy, $text, [Text.Encoding]::Unicode)
& secedit.exe /configure /db (Join-Path $PSScriptRoot 'lockout.sdb') /cfg $policy /areas SECURITYPOLICY | Out-Null
