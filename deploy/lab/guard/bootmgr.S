# Boot manager that prints <W> on the first serial port and resets the machine, like a Windows that stops at once.
#   as --32 -o bootmgr.o bootmgr.S && ld -m elf_i386 -Ttext 0 --oformat binary -o bootmgr bootmgr.o
        .code16
        .globl _start
_start: mov     $0x3f8, %dx
        mov     $'<', %al
        out     %al, %dx
        mov     $'W', %al
        out     %al, %dx
        mov     $'>', %al
        out     %al, %dx
        mov     $6, %al
        mov     $0xcf9, %dx
        out     %al, %dx
1:      hlt
        jmp     1b
        .fill   512
