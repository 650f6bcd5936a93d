# Linux kernel image (boot protocol 2.06) that prints <R> on the first serial port and powers QEMU off.
#   as --32 -o kernel.o kernel.S && ld -m elf_i386 -Ttext 0 --oformat binary -o kernel kernel.o
        .code16
        .globl _start
_start: .org 0x1f1
        .byte 1                 # setup sectors
        .word 0
        .long 1                 # size in paragraphs
        .word 0, 0, 0
        .word 0xaa55
        .byte 0xeb, 0x66
        .ascii "HdrS"
        .word 0x0206
        .long 0
        .word 0, 0
        .byte 0, 1              # loader, LOADED_HIGH
        .word 0
        .long 0x100000          # code32_start
        .long 0, 0
        .long 0
        .word 0
        .byte 0, 0
        .long 0
        .long 0x7fffffff        # highest address of the initrd
        .long 0x1000            # alignment
        .byte 1, 0
        .word 0
        .long 255
        .org 1024
        .code32
        mov     $0x3f8, %dx
        mov     $'<', %al
        out     %al, %dx
        mov     $'R', %al
        out     %al, %dx
        mov     $'>', %al
        out     %al, %dx
        # The power-off of the ACPI of QEMU's current machines and of older ones.
        mov     $0x2000, %ax
        mov     $0x604, %dx
        out     %ax, %dx
        mov     $0xb004, %dx
        out     %ax, %dx
1:      hlt
        jmp     1b
        .fill   512
