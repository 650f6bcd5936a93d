# Gives C: the space behind it.
$ErrorActionPreference = 'Stop'
$drive = $env:SystemDrive.TrimEnd(':')
# The backup of a GUID table moves to the disk's real end first; Update-Disk sees the size anew.
Get-Partition -DriveLetter $drive | Get-Disk | Update-Disk
$largest = (Get-PartitionSupportedSize -DriveLetter $drive).SizeMax
if ($largest - (Get-Partition -DriveLetter $drive).Size -gt 1MB) {
  Resize-Partition -DriveLetter $drive -Size $largest
}
