# after-proof.ps1 prepare|run: installs the customer's licence key and runs the customer's script, each once. `prepare`
# runs in settings.ps1 and registers a scheduled task that starts `run` every minute until the service confirms that it
# could sign in. Outcomes are only reported; they change nothing else.
param([string] $Action)
$ErrorActionPreference = 'Stop'
$folder = Join-Path $env:SystemRoot 'CasementAfterProof'
$script = Join-Path $folder 'script.ps1'
$output = Join-Path $folder 'output.log'
$task = 'Casement after the sign-in'
$names = 'licence', 'script'
$minutes = 30

# Reports an outcome, or asks for the proof with an empty one. Returns `pending`, `proven`, `refused` if the install ended
# without Windows, or `unknown` if the service did not answer.
function Send-Outcome([string] $name, [string] $text) {
  $url, $token, $until = [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
  try {
    $answer = Invoke-WebRequest -UseBasicParsing -Method Post -Uri $url -TimeoutSec 20 `
      -Body ("$name=" + [Uri]::EscapeDataString($text)) -ContentType 'application/x-www-form-urlencoded' `
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

# The script runs in a process of its own, so that it can be stopped and cannot end this one.
function Invoke-Script([string] $value) {
  # Windows PowerShell takes a file without a byte order mark for ANSI.
  [IO.File]::WriteAllText($script, $value, (New-Object Text.UTF8Encoding $true))
  $command = "[Console]::OutputEncoding = [Text.Encoding]::UTF8; `$ProgressPreference = 'SilentlyContinue'; " +
    "& '$script' *>&1 | Out-String -Stream -Width 200; exit `$LASTEXITCODE"
  $process = Start-Process powershell.exe -NoNewWindow -PassThru -WorkingDirectory $env:SystemRoot `
    -RedirectStandardOutput $output -RedirectStandardError "$output.err" `
    -ArgumentList "-NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command `"$command`""
  # Without an open handle, the exit code is lost.
  [void] $process.Handle
  if ($process.WaitForExit($minutes * 60000)) { return "ended with code $($process.ExitCode)" }
  & taskkill.exe /f /t /pid $process.Id | Out-Null
  return "stopped after $minutes minutes"
}

# Returns the last lines of the output. Words of the script that may be passwords are removed: those after a name such as
# password or token, and mixtures of upper case, lower case and digits.
function Get-Output {
  if (-not (Test-Path $script)) { return }
  $text = [IO.File]::ReadAllText($script)
  $words = @([regex]::Matches($text, '(?i)(?:passw|pwd|secret|securestring|token|api.?key)\w*[\s=:("'']+([^\s"'']{4,})') |
      ForEach-Object { $_.Groups[1].Value }) +
    @([regex]::Matches($text, '(?=[^\s"'']*[a-z])(?=[^\s"'']*[A-Z])(?=[^\s"'']*\d)[^\s"''\\/:]{8,}') |
      ForEach-Object { $_.Value })
  Get-Content $output, "$output.err" -Encoding UTF8 -Tail 50 -ErrorAction SilentlyContinue |
    Where-Object { $_.Trim() } | Select-Object -Last 50 | ForEach-Object {
      $line = $_
      foreach ($word in $words) { $line = $line.Replace($word, '[removed]') }
      $line.Substring(0, [Math]::Min($line.Length, 1000))
    }
}

# Uses NAME.b64 once and reports the outcome until the service has it. The file is erased first, so that an interruption
# does not repeat it.
function Use-Once([string] $name, [scriptblock] $use) {
  $file = Join-Path $folder "$name.b64"
  $outcome = Join-Path $folder "$name.txt"
  if (Test-Path $file) {
    $value = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([IO.File]::ReadAllText($file)))
    [IO.File]::WriteAllText($outcome, 'not completed, because Windows restarted meanwhile')
    Remove-Item $file -Force
    [IO.File]::WriteAllText($outcome, $(try { & $use $value } catch { "failed: $_" }))
  }
  if (-not (Test-Path $outcome)) { return }
  $lines = @([IO.File]::ReadAllText($outcome)) + @(if ($name -eq 'script') { Get-Output })
  if ((Send-Outcome $name ($lines -join "`n")) -ne 'unknown') { Remove-Item $outcome -Force }
}

function Remove-All {
  Remove-Item $folder -Recurse -Force -ErrorAction SilentlyContinue
  & schtasks.exe /delete /f /tn $task | Out-Null
}

if ($Action -eq 'prepare') {
  try {
    New-Item $folder -ItemType Directory -Force | Out-Null
    # Only SYSTEM and Administrators, before secrets are copied.
    & icacls.exe $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "icacls: $LASTEXITCODE" }
    Copy-Item $PSCommandPath $folder -Force
    foreach ($name in $names) {
      $file = Join-Path $PSScriptRoot "$name.b64"
      if (Test-Path $file) { Copy-Item $file $folder -Force }
    }
    [IO.File]::WriteAllLines((Join-Path $folder 'up.txt'), @($env:CASEMENT_UP_URL, $env:CASEMENT_UP_TOKEN, [DateTime]::UtcNow.AddDays(1).Ticks))
    $command = "powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $folder\after-proof.ps1 run"
    & schtasks.exe /create /f /tn $task /ru SYSTEM /sc minute /mo 1 /tr $command | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "schtasks: $LASTEXITCODE" }
  } catch {
    # settings.ps1 reports the error. The secrets must not stay.
    Remove-All
    throw
  }
}
if ($Action -eq 'run') {
  $isLate = [DateTime]::UtcNow.Ticks -gt [long] [IO.File]::ReadAllLines((Join-Path $folder 'up.txt'))[2]
  $proof = if ($isLate) { 'refused' } else { Send-Outcome 'licence' '' }
  if ($proof -eq 'proven') {
    Use-Once 'licence' { Install-Key $args[0] }
    Use-Once 'script' { Invoke-Script $args[0] }
  }
  $left = $names | Where-Object { (Test-Path "$folder\$_.b64") -or (Test-Path "$folder\$_.txt") }
  if ($proof -eq 'refused' -or -not $left) { Remove-All }
}
exit 0
