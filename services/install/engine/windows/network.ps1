# Configures the network as in the customer's Linux, on the card with the same hardware address. Replaces existing
# settings, so it is safe to run again.
$ErrorActionPreference = 'Stop'
$plan = @{}
foreach ($line in [IO.File]::ReadAllLines((Join-Path $PSScriptRoot 'network.txt'))) {
  $name, $value = $line.Split('=', 2)
  $plan[$name] = $value
}
function Get-List([string] $name) { @($plan[$name].Split(',') | Where-Object { $_ }) }

$mac = $plan.MAC.Replace(':', '-').ToUpper()
$card = $null
# Waits up to two minutes for the card because its driver may still be starting.
foreach ($try in 1..60) {
  $card = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq $mac } | Select-Object -First 1
  if ($card) { break }
  Start-Sleep -Seconds 2
}
if (-not $card) { throw "no network card with the address $mac" }
$index = $card.ifIndex

# The first address becomes the source of outgoing traffic, as under Linux.
function Add-Addresses([string[]] $items) {
  $others = $false
  foreach ($item in $items) {
    $address, $prefix = $item.Split('/')
    Get-NetIPAddress -InterfaceIndex $index -IPAddress $address -ErrorAction SilentlyContinue |
      Remove-NetIPAddress -Confirm:$false
    New-NetIPAddress -InterfaceIndex $index -IPAddress $address -PrefixLength ([int] $prefix) -SkipAsSource $others |
      Out-Null
    $others = $true
  }
}

function Set-Route([string] $network, [string] $hop) {
  Get-NetRoute -InterfaceIndex $index -DestinationPrefix $network -ErrorAction SilentlyContinue |
    Remove-NetRoute -Confirm:$false
  New-NetRoute -InterfaceIndex $index -DestinationPrefix $network -NextHop $hop | Out-Null
}

function Set-StaticIPv4 {
  Set-NetIPInterface -InterfaceIndex $index -AddressFamily IPv4 -Dhcp Disabled
  Get-NetIPAddress -InterfaceIndex $index -AddressFamily IPv4 -ErrorAction SilentlyContinue |
    Remove-NetIPAddress -Confirm:$false
  # The gateway is set separately because New-NetIPAddress would reject a gateway outside of the network.
  Add-Addresses (Get-List 'ADDRESS')
  # Such a gateway needs its own route before it can be the default.
  if ($plan.ONLINK -eq 'yes') { Set-Route "$($plan.GATEWAY)/32" '0.0.0.0' }
  Set-Route '0.0.0.0/0' $plan.GATEWAY
  if (Get-List 'DNS') {
    Set-DnsClientServerAddress -InterfaceIndex $index -ServerAddresses (Get-List 'DNS')
  }
}

# Whether DHCP provides one of Linux's addresses and a default route within a minute.
function Test-Dhcp {
  $known = Get-List 'ADDRESS' | ForEach-Object { $_.Split('/')[0] }
  foreach ($try in 1..30) {
    $address = Get-NetIPAddress -InterfaceIndex $index -AddressFamily IPv4 -ErrorAction SilentlyContinue |
      Where-Object { $known -contains $_.IPAddress }
    $route = Get-NetRoute -InterfaceIndex $index -DestinationPrefix '0.0.0.0/0' -ErrorAction SilentlyContinue
    if ($address -and $route) { return $true }
    Start-Sleep -Seconds 2
  }
  return $false
}

# Whether the service's name resolves. Retries because a new address takes a moment to work.
function Test-Names {
  foreach ($try in 1..5) {
    try {
      [Net.Dns]::GetHostAddresses(([Uri] $env:CASEMENT_UP_URL).DnsSafeHost) | Out-Null
      return $true
    } catch {
      Start-Sleep -Seconds 2
    }
  }
  return $false
}

# A failed step is reported by up.ps1; the steps after it still run.
$problems = @()
function Invoke-Step([string] $name, [scriptblock] $step) {
  try { & $step } catch { $script:problems += "${name}: $_" }
}

# If DHCP does not respond or assigns another address, the address that Linux had is used.
Invoke-Step 'address' {
  if ($plan.MODE -eq 'static' -or -not (Test-Dhcp)) { Set-StaticIPv4 }
}
# DHCP's name servers may not respond; Linux may have used others.
Invoke-Step 'name servers' {
  if ($plan.DNS_CHOSEN -eq 'yes' -or -not (Test-Names)) { Set-DnsClientServerAddress -InterfaceIndex $index -ServerAddresses (Get-List 'DNS') }
}
Invoke-Step 'IPv6' {
  if ($plan.IPV6) { Set-NetAdapterBinding -Name '*' -ComponentID ms_tcpip6 -Enabled ($plan.IPV6 -eq 'yes') }
  if ($plan.IPV6 -eq 'no') { return }
  # Windows would otherwise send from random addresses, which some providers block.
  if ($plan.IPV6_FROM_MAC -eq 'yes') {
    Set-NetIPv6Protocol -RandomizeIdentifiers Disabled -UseTemporaryAddresses Disabled
  }
  Add-Addresses (Get-List 'IPV6_ADDRESS')
  if ($plan.IPV6_GATEWAY) {
    if ($plan.IPV6_ONLINK -eq 'yes') { Set-Route "$($plan.IPV6_GATEWAY)/128" '::' }
    Set-Route '::/0' $plan.IPV6_GATEWAY
  }
}
# The packet size comes last because some drivers refuse it.
foreach ($family in 'IPv4', 'IPv6') {
  if ([int] $plan.MTU -eq 1500) { continue }
  if ($family -eq 'IPv6' -and ($plan.IPV6 -eq 'no' -or [int] $plan.MTU -lt 1280)) { continue }
  Invoke-Step "packet size of $family" {
    Set-NetIPInterface -InterfaceIndex $index -AddressFamily $family -NlMtuBytes ([int] $plan.MTU)
  }
}
[IO.File]::WriteAllText((Join-Path $PSScriptRoot 'problems.txt'), ($problems -join '; '))
