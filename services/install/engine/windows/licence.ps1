# licence.ps1 prepare|install: installs the customer's licence key. `prepare` runs in settings.ps1 and registers a
# scheduled task that runs `install` until the service confirms that it could sign in. The key is used once; a refused
# key is reported and changes nothing else.
param([string] $Action)
$ErrorActionPreference = 'Stop'
$folder = Join-Path $env:SystemRoot 'CasementLicence'
$key = Join-Path $folder 'product-key.b64'
$outcome = Join-Path $folder 'outcome.txt'
$task = 'Casement licence key'

# Reports an outcome, or asks for the proof with an empty one. Returns `pending`, `proven`, `refused` if the install ended
# without Windows, or `unknown` if the service did not answer.
function Send-Outcome([string] $text) {
  $url, $token, $until = [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
  try {
    $answer = Invoke-WebRequest -UseBasicParsing -Method Post -Uri $url -TimeoutSec 20 `
      -Body ('licence=' + [Uri]::EscapeDataString($text)) -ContentType 'application/x-www-form-urlencoded' `
      -Headers @{ Authorization = "Bearer $token" }
    if ("$($answer.Content)" -match '(?m)^PROOF=(\w+)') { return $Matches[1] }
  } catch {
    if ($_.Exception.Response -and [int] $_.Exception.Response.StatusCode -eq 401) { return 'refused' }
  }
  return 'unknown'
}

# Codes of the Software Licensing Service, as slmgr.vbs explains them.
$reasons = @{
  C004F050 = 'the key is invalid'
  C004F051 = 'the key is blocked'
  C004F069 = 'the key is for another edition of Windows'
}
# Uses the methods of slmgr.vbs /ipk, because its command line would show the key to other processes.
function Install-Key([string] $value) {
  try {
    $service = Get-WmiObject SoftwareLicensingService
    [void] $service.InstallProductKey($value)
    [void] $service.RefreshLicenseStatus()
  } catch {
    $code = '{0:X8}' -f $_.Exception.GetBaseException().HResult
    $reason = if ($reasons[$code]) { $reasons[$code] } else { $_.Exception.GetBaseException().Message }
    return "refused by Windows: $reason (0x$code)"
  }
  $lines = & cscript.exe //Nologo "$env:SystemRoot\System32\slmgr.vbs" /ato
  $product = Get-WmiObject SoftwareLicensingProduct -Filter `
    "PartialProductKey IS NOT NULL AND ApplicationID = '55c92734-d682-4d71-983e-d6ec3f16059f'" | Select-Object -First 1
  if ($product.LicenseStatus -eq 1) { return 'installed and activated' }
  return "installed, but not activated: $(@($lines | Where-Object { $_ })[-1])"
}

function Remove-Licence {
  Remove-Item $folder -Recurse -Force -ErrorAction SilentlyContinue
  & schtasks.exe /delete /f /tn $task | Out-Null
}

if ($Action -eq 'prepare') {
  try {
    New-Item $folder -ItemType Directory -Force | Out-Null
    # Only SYSTEM and Administrators, before the key is copied.
    & icacls.exe $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "icacls: $LASTEXITCODE" }
    foreach ($name in 'licence.ps1', 'product-key.b64') { Copy-Item (Join-Path $PSScriptRoot $name) $folder -Force }
    [IO.File]::WriteAllLines((Join-Path $folder 'up.txt'), @($env:CASEMENT_UP_URL, $env:CASEMENT_UP_TOKEN, [DateTime]::UtcNow.AddDays(1).Ticks))
    $command = "powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $folder\licence.ps1 install"
    & schtasks.exe /create /f /tn $task /ru SYSTEM /sc minute /mo 1 /tr $command | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "schtasks: $LASTEXITCODE" }
  } catch {
    # settings.ps1 reports the error. The key must not stay.
    Remove-Licence
    throw
  }
}
if ($Action -eq 'install') {
  if ([DateTime]::UtcNow.Ticks -gt [long] [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))[2]) {
    Remove-Licence
    exit 0
  }
  if (Test-Path $key) {
    $proof = Send-Outcome ''
    if ($proof -eq 'refused') { Remove-Licence }
    if ($proof -ne 'proven') { exit 0 }
    $value = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([IO.File]::ReadAllText($key)))
    # Erased before its use, so that an interruption does not repeat it.
    [IO.File]::WriteAllText($outcome, 'not installed, because Windows restarted meanwhile')
    Remove-Item $key -Force
    [IO.File]::WriteAllText($outcome, (Install-Key $value))
  }
  if ((Send-Outcome ([IO.File]::ReadAllText($outcome))) -ne 'unknown') { Remove-Licence }
}
exit 0
