@echo off
rem Runs once as SYSTEM before anyone can sign in, as the recovery system has ordered (docs/engine.md).
rem First of all Windows starts as ever from now on, whatever happens to this script.
reg.exe add HKLM\SYSTEM\Setup /v SetupType /t REG_DWORD /d 0 /f
reg.exe add HKLM\SYSTEM\Setup /v CmdLine /t REG_SZ /d "" /f
set CASEMENT_PS=powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass
rem Windows would write it to the disk some seconds later, perhaps after these files were removed.
%CASEMENT_PS% -Command "(Get-Item HKLM:\SYSTEM\Setup).Flush()"

rem The services that it asks may still be starting.
set CASEMENT_TRY=0
:password
%CASEMENT_PS% -File "%~dp0password.ps1"
if not errorlevel 1 goto remove
set /a CASEMENT_TRY+=1
if %CASEMENT_TRY% lss 5 (ping.exe -n 6 127.0.0.1 >nul & goto password)

:remove
rem One line: once it is gone nothing more can be read from it.
rd /s /q "%SystemRoot%\Casement\reset" & shutdown.exe /r /t 0
