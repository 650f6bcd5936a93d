# Sets the network as the customer's Linux had it, on the card with the same hardware address.
$ErrorActionPreference = 'Stop'
$plan = @{}
foreach ($line in [IO.File]::ReadAllLines((Join-Path $PSScriptRoot 'network.txt'))) {
  $name, $value = $line.Split('=', 2)
  $plan[$name] = $value
}
function Get-List([string] $name) { @($plan[$name].Split(',') | Where-Object { $_ }) }

$mac = $plan.MAC.Replace(':', '-').ToUpper()
$card = $null
# The driver may still be starting: wait for the card, at most two minutes.
foreach ($try in 1..60) {
  $card = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq $mac } | Select-Object -First 1
  if ($card) { break }
  Start-Sleep -Seconds 2
}
if (-not $card) { throw "no network card with the address $mac" }
$index = $card.ifIndex

if ([int] $plan.MTU -ne 1500) {
  Set-NetIPInterface -InterfaceIndex $index -AddressFamily IPv4 -NlMtuBytes ([int] $plan.MTU)
}

if ($plan.MODE -eq 'static') {
  Set-NetIPInterface -InterfaceIndex $index -AddressFamily IPv4 -Dhcp Disabled
  Get-NetIPAddress -InterfaceIndex $index -AddressFamily IPv4 -ErrorAction SilentlyContinue |
    Remove-NetIPAddress -Confirm:$false
  Get-NetRoute -InterfaceIndex $index -DestinationPrefix '0.0.0.0/0' -ErrorAction SilentlyContinue |
    Remove-NetRoute -Confirm:$false
  foreach ($item in Get-List 'ADDRESS') {
    $address, $prefix = $item.Split('/')
    New-NetIPAddress -InterfaceIndex $index -IPAddress $address -PrefixLength ([int] $prefix) | Out-Null
  }
  # A gateway outside of the network is reached by a route of its own; only then can it be the default.
  if ($plan.ONLINK -eq 'yes') {
    New-NetRoute -InterfaceIndex $index -DestinationPrefix "$($plan.GATEWAY)/32" -NextHop '0.0.0.0' | Out-Null
  }
  New-NetRoute -InterfaceIndex $index -DestinationPrefix '0.0.0.0/0' -NextHop $plan.GATEWAY | Out-Null
  if (Get-List 'DNS') {
    Set-DnsClientServerAddress -InterfaceIndex $index -ServerAddresses (Get-List 'DNS')
  }
}

foreach ($item in Get-List 'IPV6_ADDRESS') {
  $address, $prefix = $item.Split('/')
  New-NetIPAddress -InterfaceIndex $index -IPAddress $address -PrefixLength ([int] $prefix) | Out-Null
}
if ($plan.IPV6_GATEWAY) {
  New-NetRoute -InterfaceIndex $index -DestinationPrefix '::/0' -NextHop $plan.IPV6_GATEWAY | Out-Null
}
