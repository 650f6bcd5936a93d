# guard.ps1 reset|passed|ask|recovery|remove: operates the boot guard (docs/engine.md) from inside Windows. `reset` runs
# in the specialize pass, `passed` when remote desktop opens. `ask` runs as a scheduled task, which keeps the recovery
# system or removes everything, as the service answers; each of its steps may be repeated. An error costs the guard or
# leaves it in place, never the install. Administrators run `recovery`, which restarts into the recovery system, and
# `remove`, which needs no service.
param([string] $Action)
$ErrorActionPreference = 'Stop'
$folder = Join-Path $env:SystemRoot 'Casement'
$log = Join-Path $folder 'guard.log'
$task = 'Casement boot guard'
# Exist once Windows has kept the recovery system, or removed everything.
$kept = Join-Path $folder 'kept'
$removed = Join-Path $folder 'removed'
$shortcut = Join-Path ([Environment]::GetFolderPath('CommonPrograms')) 'Casement Recovery.lnk'

function Write-Log([string] $text) {
  try { [IO.File]::AppendAllText($log, "$([DateTime]::UtcNow.ToString('s')) $text`r`n") } catch { }
}
function Invoke-Step([string] $name, [scriptblock] $step) {
  try { & $step; Write-Log "$name ok"; return $true } catch { Write-Log "$name failed: $($_.Exception.Message)"; return $false }
}

# Settings of the stage, copied from beside this script at the first call.
function Read-Settings {
  $settings = @{}
  foreach ($line in [IO.File]::ReadAllLines((Join-Path $folder 'guard.txt'))) {
    $name, $value = $line -split '=', 2
    if ($value) { $settings[$name] = $value }
  }
  return $settings
}

# .NET opens no device by its name, but reads and writes one by its handle.
function Open-Disk {
  Add-Type -Namespace Casement -Name Native -MemberDefinition @'
[DllImport("kernel32.dll", CharSet = CharSet.Unicode, SetLastError = true)]
public static extern Microsoft.Win32.SafeHandles.SafeFileHandle CreateFile(string name, uint access, uint share,
  IntPtr security, uint disposition, uint flags, IntPtr template);
'@
  $number = (Get-Partition -DriveLetter $env:SystemDrive.TrimEnd(':')).DiskNumber
  # Read and write, shared, existing, written through.
  $handle = [Casement.Native]::CreateFile("\\.\PhysicalDrive$number", 3221225472, 3, [IntPtr]::Zero, 3, 2147483648, [IntPtr]::Zero)
  if ($handle.IsInvalid) { throw "disk $number can't be opened" }
  # The buffer holds whole sectors.
  return New-Object IO.FileStream $handle, 'ReadWrite', 4096
}
function Read-Bytes($disk, [long] $offset, [int] $count) {
  $bytes = New-Object byte[] $count
  [void] $disk.Seek($offset, 'Begin')
  $done = 0
  while ($done -lt $count) {
    $read = $disk.Read($bytes, $done, $count - $done)
    if ($read -le 0) { throw 'the disk ended' }
    $done += $read
  }
  return , $bytes
}
function Write-Bytes($disk, [long] $offset, [byte[]] $bytes) {
  [void] $disk.Seek($offset, 'Begin')
  $disk.Write($bytes, 0, $bytes.Length)
  $disk.Flush()
}

# Writes values of GRUB's environment block, only where the block is and has their names.
function Set-Block([hashtable] $values) {
  $disk = Open-Disk
  try {
    $offset = [long] (Read-Settings).BLOCK_OFFSET
    $text = [Text.Encoding]::ASCII.GetString((Read-Bytes $disk $offset 1024))
    if (-not $text.StartsWith("# GRUB Environment Block`n")) { throw "no block at $offset" }
    $text = $text.TrimEnd('#')
    foreach ($name in $values.Keys) {
      if ($text -notmatch "(?m)^$name=") { throw "the block has no $name" }
      $text = $text -replace "(?m)^$name=.*$", "$name=$($values[$name])"
    }
    Write-Bytes $disk $offset ([Text.Encoding]::ASCII.GetBytes($text.PadRight(1024, '#')))
  } finally { $disk.Dispose() }
}

# Start options that make Windows restart instead of waiting, by the name of bcdedit and the number of the element.
$elements = @(
  @{ Name = 'recoveryenabled'; Id = '16000009'; Value = 'no'; Names = 'no', 'yes' },
  @{ Name = 'bootstatuspolicy'; Id = '250000e0'; Value = 'ignoreallfailures'
    Names = 'displayallfailures', 'ignoreallfailures', 'ignoreshutdownfailures', 'ignorebootfailures' },
  @{ Name = 'bootlog'; Id = '26000090'; Value = 'yes'; Names = 'no', 'yes' }
)
$values = @(
  @{ Path = 'HKLM:\SYSTEM\CurrentControlSet\Control\CrashControl'; Name = 'AutoReboot'; Value = 1 },
  @{ Path = 'HKLM:\SYSTEM\CurrentControlSet\Control\BitLocker'; Name = 'PreventDeviceEncryption'; Value = 1 },
  @{ Path = 'HKLM:\SYSTEM\CurrentControlSet\Control\Session Manager\Power'; Name = 'HiberbootEnabled'; Value = 0 }
)
# The store is loaded as a part of the registry, whose numbers do not depend on the language as the output does.
function Get-Element([string] $id) {
  $entry = (& bcdedit.exe /enum '{current}' /v | Select-String '\{[0-9a-f-]{36}\}' | Select-Object -First 1).Matches[0].Value
  $key = Get-Item "HKLM:\BCD00000000\Objects\$entry\Elements\$id" -ErrorAction SilentlyContinue
  if ($key) { return [int] $key.GetValue('Element')[0] }
}
function Set-StartOptions {
  $saved = Join-Path $folder 'before.txt'
  if (-not (Test-Path $saved)) {
    # The stage has changed the elements of an imported image and noted the earlier values.
    $noted = Join-Path $folder 'guard.options'
    $lines = if (Test-Path $noted) { @([IO.File]::ReadAllLines($noted)) }
    else { @($elements | ForEach-Object { "$($_.Name)=$(Get-Element $_.Id)" }) }
    $lines += @($values | ForEach-Object { "$($_.Name)=$((Get-ItemProperty $_.Path -ErrorAction SilentlyContinue).($_.Name))" })
    [IO.File]::WriteAllLines($saved, $lines)
  }
  foreach ($one in $elements) {
    $name, $value = $one.Name, $one.Value
    & bcdedit.exe /set '{current}' $name $value | Out-Null
  }
  foreach ($one in $values) {
    if (-not (Test-Path $one.Path)) { New-Item $one.Path -Force | Out-Null }
    Set-ItemProperty $one.Path $one.Name $one.Value -Type DWord
  }
}
function Restore-StartOptions {
  $saved = Join-Path $folder 'before.txt'
  # Restored earlier. Later changes belong to the customer.
  if (-not (Test-Path $saved)) { return }
  $before = @{}
  foreach ($line in [IO.File]::ReadAllLines($saved)) {
    $name, $value = $line -split '=', 2
    $before[$name] = $value
  }
  foreach ($one in $elements) {
    $name = $one.Name
    if ($before[$name] -eq '') { & bcdedit.exe /deletevalue '{current}' $name | Out-Null; continue }
    $value = $one.Names[[int] $before[$name]]
    & bcdedit.exe /set '{current}' $name $value | Out-Null
  }
  foreach ($one in $values) {
    if ($before[$one.Name] -eq '') { Remove-ItemProperty $one.Path $one.Name -ErrorAction SilentlyContinue }
    else { Set-ItemProperty $one.Path $one.Name ([int] $before[$one.Name]) -Type DWord }
  }
  Remove-Item $saved
}

# Writes where the task asks, and until when it waits for an answer.
function Set-Service([string] $url, [string] $token, [DateTime] $until) {
  [IO.File]::WriteAllLines((Join-Path $folder 'up.txt'), @($url, $token, $until.Ticks))
}
function Set-Until([DateTime] $until) {
  $url, $token = [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))[0, 1]
  Set-Service $url $token $until
}
# The task asks until the install has ended, or for a day.
function Register-Task {
  Set-Service $env:CASEMENT_UP_URL $env:CASEMENT_UP_TOKEN ([DateTime]::UtcNow.AddDays(1))
  & icacls.exe $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
  $command = "powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $folder\guard.ps1 ask"
  & schtasks.exe /create /f /tn $task /ru SYSTEM /sc minute /mo 10 /tr $command | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "schtasks: $LASTEXITCODE" }
}
# Tells the service whether the guard is `passed`, `kept` or `removed`. Returns `wait`, `keep` or `remove`. Without such an
# answer, which a service of another version does not give either, the task waits until its deadline.
function Get-Order([string] $state) {
  $url, $token, $until = [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
  try {
    $answer = Invoke-WebRequest -UseBasicParsing -Method Post -Uri $url -TimeoutSec 20 -Body "guard=$state" `
      -ContentType 'application/x-www-form-urlencoded' -Headers @{ Authorization = "Bearer $token" }
    if ("$($answer.Content)" -match '(?m)^GUARD=(keep|remove)') { return $Matches[1] }
  } catch { Write-Log "no answer: $($_.Exception.Message)" }
  if ([DateTime]::UtcNow.Ticks -gt [long] $until) { return 'remove' }
  return 'wait'
}

# GRUB as the image's own boot code stays, because it starts Windows with either core image behind it.
function Restore-BootCode {
  $original = [IO.File]::ReadAllBytes((Join-Path $folder 'guard.gap'))
  $disk = Open-Disk
  try {
    if ([Text.Encoding]::ASCII.GetString($original, 384, 4) -ne 'GRUB') {
      $sector = Read-Bytes $disk 0 512
      [Array]::Copy($original, $sector, 440)
      Write-Bytes $disk 0 $sector
      $rest = New-Object byte[] ($original.Length - 512)
      [Array]::Copy($original, 512, $rest, 0, $rest.Length)
      Write-Bytes $disk 512 $rest
    }
  } finally { $disk.Dispose() }
}
# Runs the step for each loader that has an original, with the paths of both.
function Use-Loaders([scriptblock] $step) {
  $letter = [char[]] ([char] 'S'..[char] 'Z') | Where-Object { -not (Test-Path "${_}:\") } | Select-Object -First 1
  & mountvol.exe "${letter}:" /S
  try {
    foreach ($pair in @(@('Microsoft\Boot\bootmgfw.efi', 'Microsoft\Boot\bootmgfw-casement.efi'), @('BOOT\BOOTX64.EFI', 'BOOT\bootx64-casement.efi'))) {
      $loader, $original = $pair | ForEach-Object { "${letter}:\EFI\$_" }
      if (Test-Path $original) { & $step $loader $original }
    }
  } finally { & mountvol.exe "${letter}:" /D }
}
function Copy-Loader([string] $from, [string] $to) {
  Copy-Item $from "$to.new" -Force
  Move-Item "$to.new" $to -Force
}
function Test-Guard([string] $loader) {
  return [Text.Encoding]::ASCII.GetString([IO.File]::ReadAllBytes($loader)).Contains('/casement/guard.env')
}
function Restore-Loaders {
  Use-Loaders {
    param($loader, $original)
    # An update of Windows may have replaced the loader, which then stays.
    if (-not (Test-Path $loader) -or (Test-Guard $loader)) { Copy-Loader $original $loader }
    Remove-Item $original -Force
  }
}
# An update of Windows may have replaced GRUB. Its loader becomes the original, which GRUB starts.
function Repair-Loaders {
  if ((Read-Settings).FIRMWARE -ne 'uefi') { return }
  # GRUB is not signed.
  if ($(try { Confirm-SecureBootUEFI } catch { $false })) { return }
  Use-Loaders {
    param($loader, $original)
    $grub = Join-Path $folder 'grub.efi'
    if (-not (Test-Path $loader)) { return }
    if (Test-Guard $loader) {
      if (-not (Test-Path $grub)) { Copy-Loader $loader $grub }
    } elseif (Test-Path $grub) {
      Suspend-Encryption
      Copy-Loader $loader $original
      Copy-Loader $grub $loader
    }
  }
}
# BitLocker with a TPM would ask for its recovery key after a change of loader or boot code.
function Suspend-Encryption {
  if (-not (Get-Command manage-bde.exe -ErrorAction SilentlyContinue)) { return }
  & manage-bde.exe -protectors -disable $env:SystemDrive -RebootCount 1 | Out-Null
}
function Remove-GuardPartition {
  $drive = $env:SystemDrive.TrimEnd(':')
  $number = (Get-Partition -DriveLetter $drive).DiskNumber
  Get-Partition -DiskNumber $number | Where-Object { $_.Offset -eq [long] (Read-Settings).PARTITION_OFFSET } |
    Remove-Partition -Confirm:$false
  $largest = (Get-PartitionSupportedSize -DriveLetter $drive).SizeMax
  if ($largest - (Get-Partition -DriveLetter $drive).Size -gt 1mb) { Resize-Partition -DriveLetter $drive -Size $largest }
}

# Administrators start it elevated: bit 13 of the flags (MS-SHLLINK, RunAsUser).
function Add-Shortcut {
  $link = (New-Object -ComObject WScript.Shell).CreateShortcut($shortcut)
  $link.TargetPath = Join-Path $env:SystemRoot 'System32\WindowsPowerShell\v1.0\powershell.exe'
  $link.Arguments = "-NoLogo -NoProfile -ExecutionPolicy Bypass -File $folder\guard.ps1 recovery"
  $link.Description = 'Restarts this computer into the recovery system'
  $link.Save()
  $bytes = [IO.File]::ReadAllBytes($shortcut)
  $bytes[21] = $bytes[21] -bor 32
  [IO.File]::WriteAllBytes($shortcut, $bytes)
}
# From now on the task asks at each start and once a day, as long as the recovery system is kept.
function Set-Triggers {
  Set-ScheduledTask -TaskName $task -Trigger @(
    (New-ScheduledTaskTrigger -AtStartup -RandomDelay (New-TimeSpan -Minutes 5)),
    (New-ScheduledTaskTrigger -Daily -At ([DateTime]::Now))
  ) | Out-Null
  Set-Until ([DateTime]::MaxValue)
}
function Save-Recovery {
  $done = (Invoke-Step 'kept' { Set-Block @{ guard = 'kept'; starts = '' } }) -and
    (Invoke-Step 'start options' { Restore-StartOptions }) -and
    (Invoke-Step 'Start menu' { Add-Shortcut }) -and
    (Invoke-Step 'triggers' { Set-Triggers })
  if (-not $done) { return }
  [IO.File]::WriteAllText($kept, '')
  [void] (Get-Order 'kept')
}

function Remove-Guard {
  Suspend-Encryption
  # In this order, so that Windows starts after each step.
  $done = if ((Read-Settings).FIRMWARE -eq 'uefi') { Invoke-Step 'loaders' { Restore-Loaders } }
  else { Invoke-Step 'boot code' { Restore-BootCode } }
  if (-not ($done -and (Invoke-Step 'partition' { Remove-GuardPartition }) -and
      (Invoke-Step 'start options' { Restore-StartOptions }))) { return }
  if (Test-Path $shortcut) { Remove-Item $shortcut -Force }
  [IO.File]::WriteAllText($removed, '')
  Set-Until ([DateTime]::UtcNow.AddDays(7))
  Complete-Removal
}
# The task stays until the service knows, or for a week.
function Complete-Removal {
  if ((Get-Order 'removed') -eq 'wait') { return }
  & schtasks.exe /delete /f /tn $task | Out-Null
  Remove-Item $folder -Recurse -Force
}

# Runs the step if the caller is an administrator and agrees.
function Invoke-Agreed([string] $question, [scriptblock] $step) {
  try {
    $caller = New-Object Security.Principal.WindowsPrincipal ([Security.Principal.WindowsIdentity]::GetCurrent())
    if (-not $caller.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
      throw 'Only an administrator can do this. Run PowerShell as administrator.'
    }
    Write-Host $question
    if ((Read-Host 'Type YES to continue') -eq 'YES') { & $step }
  } catch {
    Write-Host $_.Exception.Message
    [void] (Read-Host 'Press Enter to close')
    exit 1
  }
}
# GRUB clears the value before it starts the recovery system.
function Start-Recovery {
  Repair-Loaders
  Set-Block @{ once = 'recovery' }
  & shutdown.exe /r /t 0
  if ($LASTEXITCODE -ne 0) {
    Set-Block @{ once = '' }
    throw "shutdown: $LASTEXITCODE"
  }
}

if ($Action -in 'reset', 'passed') {
  New-Item $folder -ItemType Directory -Force | Out-Null
  foreach ($name in 'guard.ps1', 'guard.txt', 'guard.gap', 'guard.options') {
    $file = Join-Path $PSScriptRoot $name
    if (Test-Path $file) { Copy-Item $file $folder -Force }
  }
}
switch ($Action) {
  'reset' {
    [void] (Invoke-Step 'start options' { Set-StartOptions })
    [void] (Invoke-Step 'reset' { Set-Block @{ starts = '' } })
  }
  'passed' {
    [void] (Invoke-Step 'start options' { Set-StartOptions })
    [void] (Invoke-Step 'passed' { Set-Block @{ guard = 'passed'; starts = '' } })
    [void] (Invoke-Step 'task' { Register-Task })
  }
  'ask' {
    if (Test-Path $removed) { Complete-Removal; exit 0 }
    $isKept = Test-Path $kept
    $order = Get-Order $(if ($isKept) { 'kept' } else { 'passed' })
    if ($order -eq 'remove') { Remove-Guard; exit 0 }
    if ($order -eq 'keep' -and -not $isKept) { Save-Recovery }
    # Also saves GRUB, at the first call.
    if ($order -eq 'keep' -or $isKept) { [void] (Invoke-Step 'GRUB' { Repair-Loaders }) }
  }
  'recovery' {
    Invoke-Agreed 'This computer restarts into the Casement recovery system. Open programs are closed.' { Start-Recovery }
  }
  'remove' {
    Invoke-Agreed 'The Casement recovery system is removed, and drive C: gets its space.' {
      Remove-Guard
      if (-not (Test-Path $folder) -or (Test-Path $removed)) { Write-Host 'It is removed.' }
      else { Write-Host (Get-Content $log -Tail 1) }
    }
  }
}
exit 0
