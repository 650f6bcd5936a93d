# Extends C: into the unallocated space behind it.
$ErrorActionPreference = 'Stop'
$drive = $env:SystemDrive.TrimEnd(':')
# Update-Disk rereads the disk size and moves the backup GPT to the actual end of the disk.
Get-Partition -DriveLetter $drive | Get-Disk | Update-Disk
$largest = (Get-PartitionSupportedSize -DriveLetter $drive).SizeMax
if ($largest - (Get-Partition -DriveLetter $drive).Size -gt 1mb) {
  Resize-Partition -DriveLetter $drive -Size $largest
}
