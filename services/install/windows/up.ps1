# Reports to the service that Windows is up. A help for its record: what counts is that remote desktop answers.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072
foreach ($try in 1..10) {
  try {
    Invoke-WebRequest -UseBasicParsing -Method Post -Uri $env:CASEMENT_UP_URL -TimeoutSec 20 `
      -Headers @{ Authorization = "Bearer $env:CASEMENT_UP_TOKEN" } | Out-Null
    break
  } catch {
    Start-Sleep -Seconds 6
  }
}
