# guard.ps1 reset|passed|remove: operates the boot guard (docs/engine.md) from inside Windows. `reset` runs in the
# specialize pass, `passed` when remote desktop opens. `remove` runs as a scheduled task until everything is removed;
# each of its steps may be repeated. An error costs the guard or leaves it in place, never the install.
param([string] $Action)
$ErrorActionPreference = 'Stop'
$folder = Join-Path $env:SystemRoot 'Casement'
$log = Join-Path $folder 'guard.log'
$task = 'Casement boot guard'

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

# Writes GRUB's block only where the block is.
function Set-Block([string] $guard) {
  $disk = Open-Disk
  try {
    $offset = [long] (Read-Settings).BLOCK_OFFSET
    $text = [Text.Encoding]::ASCII.GetString((Read-Bytes $disk $offset 1024))
    if (-not $text.StartsWith("# GRUB Environment Block`n")) { throw "no block at $offset" }
    $text = $text.TrimEnd('#') -replace '(?m)^starts=x*$', 'starts='
    if ($guard) { $text = $text -replace '(?m)^guard=\w+$', "guard=$guard" }
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
  $before = @{}
  foreach ($line in [IO.File]::ReadAllLines((Join-Path $folder 'before.txt'))) {
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
}

# The task runs until the install has ended, which the service tells by refusing the token, or for a day.
function Register-Removal {
  [IO.File]::WriteAllLines((Join-Path $folder 'up.txt'), @($env:CASEMENT_UP_URL, $env:CASEMENT_UP_TOKEN, [DateTime]::UtcNow.AddDays(1).Ticks))
  & icacls.exe $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
  $command = "powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $folder\guard.ps1 remove"
  & schtasks.exe /create /f /tn $task /ru SYSTEM /sc minute /mo 10 /tr $command | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "schtasks: $LASTEXITCODE" }
}
function Test-Ended {
  $url, $token, $until = [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))
  if ([DateTime]::UtcNow.Ticks -gt [long] $until) { return $true }
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
  try {
    Invoke-WebRequest -UseBasicParsing -Method Post -Uri $url -TimeoutSec 20 -Headers @{ Authorization = "Bearer $token" } | Out-Null
    return $false
  } catch {
    return $_.Exception.Response -and [int] $_.Exception.Response.StatusCode -eq 401
  }
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
function Restore-Loaders {
  $letter = [char[]] ([char] 'S'..[char] 'Z') | Where-Object { -not (Test-Path "${_}:\") } | Select-Object -First 1
  & mountvol.exe "${letter}:" /S
  try {
    foreach ($pair in @(@('Microsoft\Boot\bootmgfw.efi', 'Microsoft\Boot\bootmgfw-casement.efi'), @('BOOT\BOOTX64.EFI', 'BOOT\bootx64-casement.efi'))) {
      $loader, $original = $pair | ForEach-Object { "${letter}:\EFI\$_" }
      if (Test-Path $original) {
        # An update of Windows may have replaced the loader, which then stays.
        if (-not (Test-Path $loader) -or [Text.Encoding]::ASCII.GetString([IO.File]::ReadAllBytes($loader)).Contains('/casement/guard.env')) {
          Copy-Item $original "$loader.new" -Force
          Move-Item "$loader.new" $loader -Force
        }
        Remove-Item $original -Force
      }
    }
  } finally { & mountvol.exe "${letter}:" /D }
}
function Remove-GuardPartition {
  $drive = $env:SystemDrive.TrimEnd(':')
  $number = (Get-Partition -DriveLetter $drive).DiskNumber
  Get-Partition -DiskNumber $number | Where-Object { $_.Offset -eq [long] (Read-Settings).PARTITION_OFFSET } |
    Remove-Partition -Confirm:$false
  $largest = (Get-PartitionSupportedSize -DriveLetter $drive).SizeMax
  if ($largest - (Get-Partition -DriveLetter $drive).Size -gt 1MB) { Resize-Partition -DriveLetter $drive -Size $largest }
}

if ($Action -ne 'remove') {
  New-Item $folder -ItemType Directory -Force | Out-Null
  foreach ($name in 'guard.ps1', 'guard.txt', 'guard.gap', 'guard.options') {
    $file = Join-Path $PSScriptRoot $name
    if (Test-Path $file) { Copy-Item $file $folder -Force }
  }
}
switch ($Action) {
  'reset' {
    [void] (Invoke-Step 'start options' { Set-StartOptions })
    [void] (Invoke-Step 'reset' { Set-Block '' })
  }
  'passed' {
    [void] (Invoke-Step 'start options' { Set-StartOptions })
    [void] (Invoke-Step 'passed' { Set-Block 'passed' })
    [void] (Invoke-Step 'task' { Register-Removal })
  }
  'remove' {
    if (-not (Test-Ended)) { exit 0 }
    # In this order, so that Windows starts after each step.
    $done = if ((Read-Settings).FIRMWARE -eq 'uefi') { Invoke-Step 'loaders' { Restore-Loaders } }
    else { Invoke-Step 'boot code' { Restore-BootCode } }
    if ($done -and (Invoke-Step 'partition' { Remove-GuardPartition }) -and (Invoke-Step 'start options' { Restore-StartOptions })) {
      & schtasks.exe /delete /f /tn $task | Out-Null
      Remove-Item $folder -Recurse -Force
    }
  }
}
exit 0
