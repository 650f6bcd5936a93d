# Reports to the service that Windows is up, and the name of its built-in Administrator. The password check uses that
# name, and the customer sees it.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
$account = Get-CimInstance Win32_UserAccount -Filter "LocalAccount=True" |
  Where-Object { $_.SID -like 'S-1-5-21-*-500' } | Select-Object -First 1
$form = 'account=' + [Uri]::EscapeDataString("$($account.Name)")
# Network settings that failed, written by network.ps1.
$problems = Join-Path $PSScriptRoot 'problems.txt'
if (Test-Path $problems) {
  $text = [IO.File]::ReadAllText($problems)
  if ($text) { $form += '&problems=' + [Uri]::EscapeDataString("Windows: $text") }
}
# Outcome of each setting, written by settings.ps1.
$settings = Join-Path $PSScriptRoot 'settings-report.txt'
if (Test-Path $settings) {
  $form += '&settings=' + [Uri]::EscapeDataString([IO.File]::ReadAllText($settings))
}
# Certification only: written by facts.ps1.
$facts = Join-Path $PSScriptRoot 'facts.json'
if (Test-Path $facts) { $form += '&facts=' + [Uri]::EscapeDataString([IO.File]::ReadAllText($facts)) }
foreach ($try in 1..10) {
  try {
    Invoke-WebRequest -UseBasicParsing -Method Post -Uri $env:CASEMENT_UP_URL -TimeoutSec 20 -Body $form `
      -ContentType 'application/x-www-form-urlencoded' `
      -Headers @{ Authorization = "Bearer $env:CASEMENT_UP_TOKEN" } | Out-Null
    break
  } catch {
    Start-Sleep -Seconds 6
  }
}
