@echo off
rem Runs once as SYSTEM before anyone can sign in: of a generalised image as SetupComplete.cmd, at the end of its setup;
rem of a configured one as a start-up script of its local policy.
set CASEMENT_IMAGE={{IMAGE}}
set CASEMENT_UP_URL={{UP_URL}}
set CASEMENT_UP_TOKEN={{UP_TOKEN}}
set CASEMENT_RDP_PORT={{RDP_PORT}}
set CASEMENT_RDP_FROM={{RDP_FROM}}
set CASEMENT_DIR=%~dp0casement
set CASEMENT_PS=powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File
set CASEMENT_TS=HKLM\SYSTEM\CurrentControlSet\Control\Terminal Server

rem The network first: without it nothing else is of use.
%CASEMENT_PS% "%CASEMENT_DIR%\network.ps1"

rem A limit to guessing, before anything can be guessed at; by two ways, since a Windows may refuse what it does not know.
net.exe accounts /lockoutthreshold:10 /lockoutduration:5 /lockoutwindow:5
%CASEMENT_PS% "%CASEMENT_DIR%\lockout.ps1"

rem The customer's password, from a file of its own: a command line could be read by others and mangles quotes.
rem Without it remote desktop stays closed: the port must not open with a password that the customer does not have.
set CASEMENT_TRY=0
:password
%CASEMENT_PS% "%CASEMENT_DIR%\password.ps1"
if not errorlevel 1 goto open
set /a CASEMENT_TRY+=1
if %CASEMENT_TRY% lss 5 (ping.exe -n 6 127.0.0.1 >nul & goto password)
reg.exe add "%CASEMENT_TS%" /v fDenyTSConnections /t REG_DWORD /d 1 /f
goto tidy

:open
rem Port 22 must be free, and is remote desktop's from now on.
sc.exe query sshd >nul 2>&1
if not errorlevel 1 (
  sc.exe config sshd start= disabled
  sc.exe stop sshd
)
rem It would give Administrator a password of its own making.
sc.exe query cloudbase-init >nul 2>&1
if not errorlevel 1 sc.exe config cloudbase-init start= disabled
reg.exe add "%CASEMENT_TS%" /v fDenyTSConnections /t REG_DWORD /d 0 /f
reg.exe add "%CASEMENT_TS%\WinStations\RDP-Tcp" /v UserAuthentication /t REG_DWORD /d 1 /f
reg.exe add "%CASEMENT_TS%\WinStations\RDP-Tcp" /v PortNumber /t REG_DWORD /d %CASEMENT_RDP_PORT% /f

:firewall
netsh.exe advfirewall firewall delete rule name="Casement RDP"
netsh.exe advfirewall firewall add rule name="Casement RDP" dir=in action=allow protocol=TCP localport=%CASEMENT_RDP_PORT% remoteip=%CASEMENT_RDP_FROM%
if not errorlevel 1 goto allowed
rem Networks that the firewall refuses must not lock the customer and the password check out. settings.ps1 reports it.
if not "%CASEMENT_RDP_FROM%"=="any" (set CASEMENT_RDP_FROM=any& goto firewall)

:allowed
netsh.exe advfirewall firewall add rule name="Casement RDP" dir=in action=allow protocol=UDP localport=%CASEMENT_RDP_PORT% remoteip=%CASEMENT_RDP_FROM%
sc.exe config TermService start= auto

rem C: takes the rest of the disk.
%CASEMENT_PS% "%CASEMENT_DIR%\extend.ps1"

net.exe stop TermService /y
net.exe start TermService

rem Windows started: the boot guard counts no more, and a task removes it later. Before the settings, which may restart.
if exist "%CASEMENT_DIR%\guard.ps1" %CASEMENT_PS% "%CASEMENT_DIR%\guard.ps1" passed

rem After remote desktop was opened: a setting that fails or hangs must not cost the install.
if exist "%CASEMENT_DIR%\settings.ps1" %CASEMENT_PS% "%CASEMENT_DIR%\settings.ps1"
if exist "%CASEMENT_DIR%\facts.ps1" %CASEMENT_PS% "%CASEMENT_DIR%\facts.ps1"
%CASEMENT_PS% "%CASEMENT_DIR%\up.ps1"

:tidy
rem Nothing of the setup stays: the answer file, the password, these files.
if "%CASEMENT_IMAGE%"=="configured" goto leave_policy
del /f /q "%SystemRoot%\Panther\unattend.xml" "%SystemRoot%\System32\Sysprep\unattend.xml" >nul 2>&1
goto remove

:leave_policy
rem What the policy was before comes back; where there was none, none stays.
set CASEMENT_POLICY=%SystemRoot%\System32\GroupPolicy
del /f /q "%CASEMENT_POLICY%\gpt.ini" "%CASEMENT_POLICY%\Machine\Scripts\scripts.ini" >nul 2>&1
if exist "%CASEMENT_DIR%\gpt.ini" move /y "%CASEMENT_DIR%\gpt.ini" "%CASEMENT_POLICY%\gpt.ini" >nul
if exist "%CASEMENT_DIR%\scripts.ini" move /y "%CASEMENT_DIR%\scripts.ini" "%CASEMENT_POLICY%\Machine\Scripts\scripts.ini" >nul

:remove
rd /s /q "%CASEMENT_DIR%"
rem One line: once it is gone nothing more can be read from it.
del /f /q "%~f0" & exit /b 0
