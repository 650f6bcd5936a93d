# Certification only: writes Windows' own settings as JSON next to this script; up.ps1 sends it. Failed queries are
# reported as null.
$ErrorActionPreference = 'Stop'
$facts = @{
  computer_name = "$env:COMPUTERNAME"
  addresses = $null
  disk = $null
  driverless_devices = $null
  licence = $null
  lockout = $null
}

# Queries the network card that the install was planned for.
try {
  $line = [IO.File]::ReadAllLines((Join-Path $PSScriptRoot 'network.txt')) | Where-Object { $_ -like 'MAC=*' }
  $mac = $line.Substring(4).Replace(':', '-').ToUpper()
  $card = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq $mac } | Select-Object -First 1
  $facts.addresses = @(Get-NetIPAddress -InterfaceIndex $card.ifIndex |
      ForEach-Object { ($_.IPAddress -replace '%.*') + '/' + $_.PrefixLength })
} catch { }

try {
  $partition = Get-Partition -DriveLetter $env:SystemDrive.TrimEnd(':')
  $facts.disk = @{
    size = ($partition | Get-Disk).Size
    partition_offset = $partition.Offset
    partition_size = $partition.Size
    volume_size = ($partition | Get-Volume).Size
  }
} catch { }

# Error code 28 means that no driver is installed. The class is in the compatible ids, as PCI\CC_010000.
try {
  $facts.driverless_devices = @(Get-CimInstance Win32_PnPEntity -Filter 'ConfigManagerErrorCode = 28' |
      Select-Object -First 50 | ForEach-Object {
        $ids = (@($_.HardwareID) + @($_.CompatibleID)) -join ' '
        @{
          name = "$($_.Name)"
          id = "$(@($_.HardwareID)[0] -replace '&SUBSYS.*')"
          pci_class = if ($ids -match 'PCI\\[^ ]*CC_([0-9A-Fa-f]{2})') { $Matches[1] } else { '' }
        }
      })
} catch { }

# Selects the Windows product that has a key. Its description ends like "VOLUME_KMSCLIENT channel".
try {
  $product = Get-CimInstance SoftwareLicensingProduct -Filter `
    "PartialProductKey IS NOT NULL AND ApplicationID = '55c92734-d682-4d71-983e-d6ec3f16059f'" | Select-Object -First 1
  if ($product.Description -match '(\w+) channel') {
    $facts.licence = @{ channel = $Matches[1]; status = [int] $product.LicenseStatus }
  }
} catch { }

# Uses the API that sets the value because the output of net.exe is translated.
try {
  $file = Join-Path $PSScriptRoot 'policy-now.inf'
  & secedit.exe /export /cfg $file /areas SECURITYPOLICY | Out-Null
  $policy = @{}
  foreach ($line in [IO.File]::ReadAllLines($file)) {
    if ($line -match '^\s*(\w+)\s*=\s*(-?\d+)\s*$') { $policy[$Matches[1]] = [int] $Matches[2] }
  }
  $facts.lockout = @{
    threshold = $policy.LockoutBadCount
    duration_minutes = $policy.LockoutDuration
    window_minutes = $policy.ResetLockoutCount
    administrator = if ($null -eq $policy.AllowAdministratorLockout) { $null } else { $policy.AllowAdministratorLockout -eq 1 }
  }
} catch { }

[IO.File]::WriteAllText((Join-Path $PSScriptRoot 'facts.json'), (ConvertTo-Json $facts -Depth 4 -Compress))
