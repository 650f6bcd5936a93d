# Applies the customer's settings. Each is best effort: a failure is reported by up.ps1 and stops nothing. Safe to run
# again.
$ErrorActionPreference = 'Stop'
$settings = @{}
foreach ($line in [IO.File]::ReadAllLines((Join-Path $PSScriptRoot 'settings.txt'))) {
  $name, $value = $line.Split('=', 2)
  $settings[$name] = $value
}
$report = @()

# Runs the step if the setting has a value. What the step returns is added to the report.
function Invoke-Setting([string] $name, [string] $value, [scriptblock] $step) {
  if (-not $value) { return }
  try {
    $note = & $step | Select-Object -Last 1
    $script:report += if ($note) { "${name}: $value ($note)" } else { "${name}: $value" }
  } catch {
    $script:report += "${name}: $value was not applied: $_"
  }
}

# Runs a program of Windows and throws if it fails. Nothing must reach the pipeline, which is the step's note.
function Invoke-Program([string] $program, [string[]] $arguments) {
  & $program @arguments | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "$program returned $LASTEXITCODE" }
}

Invoke-Setting 'Hardware clock' $settings.RTC {
  # Read by the kernel when it starts. Until then Windows treats the clock as local time.
  Set-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Control\TimeZoneInformation' RealTimeIsUniversal 1 -Type DWord
  'from the next start'
}
Invoke-Setting 'Time zone' $settings.TIME_ZONE {
  Invoke-Program 'tzutil.exe' @('/s', $settings.TIME_ZONE)
}

# This account is LocalSystem, whose settings the sign-in screen uses. intl.cpl copies them to new users.
function Set-Language([string] $elements, [scriptblock] $isSet) {
  $file = Join-Path $PSScriptRoot 'language.xml'
  [IO.File]::WriteAllText($file, '<gs:GlobalizationServices xmlns:gs="urn:longhornGlobalizationUnattend">' +
    '<gs:UserList><gs:User UserID="Current" CopySettingsToDefaultUserAcct="true" CopySettingsToSystemAcct="true"/>' +
    "</gs:UserList>$elements</gs:GlobalizationServices>")
  # control.exe returns before the settings are applied.
  & control.exe "intl.cpl,,/f:`"$file`""
  foreach ($try in 1..20) {
    if (& $isSet) { return }
    Start-Sleep -Seconds 1
  }
  throw 'Windows did not take it over'
}

# First, because Windows derives keyboard and regional format from the list of languages.
Invoke-Setting 'Display language' $settings.DISPLAY_LANGUAGE {
  $language = $settings.DISPLAY_LANGUAGE
  $mui = 'HKLM:\SYSTEM\CurrentControlSet\Control\MUI'
  if (-not (Test-Path "$mui\UILanguages\$language")) { throw 'this Windows does not have it' }
  Set-ItemProperty "$mui\Settings" PreferredUILanguages @($language) -Type MultiString
  $list = New-WinUserLanguageList $language
  Get-WinUserLanguageList | Where-Object { $_.LanguageTag -ne $list[0].LanguageTag } | ForEach-Object { $list.Add($_) }
  Set-WinUserLanguageList $list -Force
  # Exists since Windows 11. intl.cpl does the same in earlier versions.
  if (Get-Command Copy-UserInternationalSettingsToSystem -ErrorAction SilentlyContinue) {
    Set-WinUILanguageOverride $language
    Copy-UserInternationalSettingsToSystem -WelcomeScreen $true -NewUser $true
  } else {
    Set-Language "<gs:MUILanguagePreferences><gs:MUILanguage Value=`"$language`"/></gs:MUILanguagePreferences>" {
      $desktop = Get-ItemProperty 'HKCU:\Control Panel\Desktop'
      @($desktop.PreferredUILanguages) + @($desktop.PreferredUILanguagesPending) -contains $language
    }
  }
  'from the next start'
}
Invoke-Setting 'Regional format' $settings.REGION {
  Set-Language "<gs:UserLocale><gs:Locale Name=`"$($settings.REGION)`" SetAsCurrent=`"true`"/></gs:UserLocale>" {
    (Get-ItemProperty 'HKCU:\Control Panel\International' -ErrorAction SilentlyContinue).LocaleName -eq $settings.REGION
  }
}
Invoke-Setting 'Keyboard' $settings.KEYBOARD {
  # The lower half of the layout's id is its language.
  $id = $settings.KEYBOARD.Substring(4) + ':' + $settings.KEYBOARD
  Set-Language "<gs:InputPreferences><gs:InputLanguageID Action=`"add`" ID=`"$id`" Default=`"true`"/></gs:InputPreferences>" {
    (Get-ItemProperty 'HKCU:\Keyboard Layout\Preload' -ErrorAction SilentlyContinue).'1' -eq $settings.KEYBOARD
  }
}
Invoke-Setting 'Keyboard of remote desktop clients' $settings.KEYBOARD_FORCED {
  Set-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Control\Keyboard Layout' IgnoreRemoteKeyboardLayout 1 -Type DWord
  'ignored'
}
# An image may already have a profile of Administrator, which is no new user.
if ($settings.REGION -or $settings.KEYBOARD -or $settings.DISPLAY_LANGUAGE) {
  try {
    $folder = (Get-ItemProperty 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\*' |
        Where-Object { $_.PSChildName -like 'S-1-5-21-*-500' } | Select-Object -First 1).ProfileImagePath
    if ($folder -and (Test-Path "$folder\NTUSER.DAT")) {
      Invoke-Program 'reg.exe' @('load', 'HKU\CasementAdmin', "$folder\NTUSER.DAT")
      try {
        foreach ($key in 'Control Panel\International', 'Keyboard Layout') {
          Invoke-Program 'reg.exe' @('copy', "HKCU\$key", "HKU\CasementAdmin\$key", '/s', '/f')
        }
        if ($settings.DISPLAY_LANGUAGE) {
          $desktop = 'HKU\CasementAdmin\Control Panel\Desktop'
          Invoke-Program 'reg.exe' @('add', $desktop, '/v', 'PreferredUILanguages', '/t', 'REG_MULTI_SZ', '/d', $settings.DISPLAY_LANGUAGE, '/f')
        }
      } finally {
        [GC]::Collect()
        Invoke-Program 'reg.exe' @('unload', 'HKU\CasementAdmin')
      }
    }
  } catch {
    $report += "Language, regional format and keyboard of Administrator: not applied: $_"
  }
}

# A generalised image already has the name from its answer file.
Invoke-Setting 'Computer name' $settings.COMPUTER_NAME {
  if ($env:COMPUTERNAME -ne $settings.COMPUTER_NAME) {
    Rename-Computer -NewName $settings.COMPUTER_NAME -Force -WarningAction SilentlyContinue
    'from the next start'
  }
}

# network.ps1 has set these; whether Windows kept them is checked here.
Invoke-Setting 'Address' $settings.ADDRESS {
  $address, $prefix = $settings.ADDRESS.Split('/')
  if (-not (Get-NetIPAddress -IPAddress $address -PrefixLength $prefix -ErrorAction SilentlyContinue)) { throw 'Windows has another' }
}
Invoke-Setting 'DNS servers' $settings.DNS {
  $used = (Get-DnsClientServerAddress).ServerAddresses
  $missing = $settings.DNS.Split(',') | Where-Object { $used -notcontains [Net.IPAddress]::Parse($_).ToString() }
  if ($missing) { throw "Windows does not use $missing" }
}
Invoke-Setting 'IPv6' $settings.IPV6 {
  $binding = Get-NetAdapterBinding -ComponentID ms_tcpip6 | Where-Object { $_.Enabled -ne ($settings.IPV6 -eq 'on') }
  if ($binding) { throw "not so for $($binding.Name -join ', ')" }
}

Invoke-Setting 'Second account' $settings.ACCOUNT {
  $file = Join-Path $PSScriptRoot 'account.b64'
  $bytes = [Convert]::FromBase64String(([IO.File]::ReadAllText($file)).Trim())
  $user = ([ADSI] 'WinNT://.,computer').Create('user', $settings.ACCOUNT)
  $user.SetPassword([Text.Encoding]::UTF8.GetString($bytes))
  $user.SetInfo()
  # 0x10000: password never expires.
  $user.UserFlags = $user.UserFlags.Value -bor 0x10000
  $user.SetInfo()
  # The names of groups are translated, their ids are not: Administrators, or Users and Remote Desktop Users.
  $groups = if ($settings.ACCOUNT_GROUP -eq 'administrators') { 'S-1-5-32-544' } else { 'S-1-5-32-545', 'S-1-5-32-555' }
  foreach ($id in $groups) {
    $sid = New-Object Security.Principal.SecurityIdentifier $id
    $group = [ADSI] "WinNT://./$($sid.Translate([Security.Principal.NTAccount]).Value.Split('\')[-1]),group"
    try {
      $group.Add("WinNT://./$($settings.ACCOUNT),user")
    } catch {
      # ERROR_MEMBER_IN_ALIAS: Windows itself adds some new accounts to Users.
      if ($_.Exception.GetBaseException().HResult -ne 0x80070562) { throw }
    }
  }
  $settings.ACCOUNT_GROUP
}

# Whether the ports of a firewall rule (numbers, ranges, words such as Any or RPC) include that of remote desktop.
function Test-Port($ports) {
  $port = [int] $env:CASEMENT_RDP_PORT
  @($ports | Where-Object {
      $first, $last = "$_".Split('-')
      $_ -eq 'Any' -or ($first -match '^\d+$' -and [int] $first -le $port -and $port -le [int] $(if ($last) { $last } else { $first }))
    }).Count -gt 0
}
# Returns the image's firewall rules that admit remote desktop, such as one for SSH on its port or one for all ports. Rules
# for all ports of another program, service or app are left out. Each filter is read once, because Windows needs
# seconds to look up that of one rule.
function Get-OpenRule {
  $ports, $programs, $services = @{}, @{}, @{}
  Get-NetFirewallPortFilter | ForEach-Object { $ports[$_.InstanceID] = $_ }
  Get-NetFirewallApplicationFilter | ForEach-Object { $programs[$_.InstanceID] = $_ }
  Get-NetFirewallServiceFilter | ForEach-Object { $services[$_.InstanceID] = $_.Service }
  $shared = '', 'Any', 'System', "$env:SystemRoot\system32\svchost.exe"
  Get-NetFirewallRule -Direction Inbound -Action Allow -Enabled True | Where-Object {
    $port, $program, $service = $ports[$_.InstanceID], $programs[$_.InstanceID], $services[$_.InstanceID]
    $isForPort = $port.Protocol -in 'TCP', 'Any' -and (Test-Port $port.LocalPort) -and $_.DisplayName -ne 'Casement RDP'
    $isForAll = $port.LocalPort -eq 'Any'
    $isForOther = $service -notin $null, 'Any', '*', 'TermService' -or $program.Package -or
      [Environment]::ExpandEnvironmentVariables("$($program.Program)") -notin $shared
    $isForPort -and -not ($isForAll -and $isForOther)
  }
}

Invoke-Setting 'Remote desktop only from' $settings.NETWORKS {
  if ($env:CASEMENT_RDP_FROM -eq 'any') { throw 'the firewall refused the list, so every address may connect' }
  Set-NetFirewallProfile -All -Enabled True
  # They would still admit everyone.
  $open = @(Get-OpenRule)
  $open | Disable-NetFirewallRule
  if ($open) { $script:report += "Firewall rules switched off: $($open.DisplayName -join ', ')" }
}

Invoke-Setting 'After the verified sign-in' $settings.AFTER_PROOF {
  & (Join-Path $PSScriptRoot 'after-proof.ps1') prepare | Out-Null
}

[IO.File]::WriteAllText((Join-Path $PSScriptRoot 'settings-report.txt'),
  (($report | ForEach-Object { "Windows: $_" }) -join "`n"))
