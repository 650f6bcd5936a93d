# Stand-in for bootmgr. An NTFS boot record starts it at 2000:0000, with the boot record at 0000:7c00 and the disk in dl. Like
# the real bootmgr it finds its partition by the number of hidden sectors in the record. It reads the record from the disk again
# and prints on the serial port whether both are equal.
#   as --32 -o bootmgr.o bootmgr.S && ld -m elf_i386 -Ttext 0 --oformat binary -o bootmgr bootmgr.o
        .code16
        .globl _start
_start: cli
        mov     $0x2000, %ax
        mov     %ax, %ds
        mov     %ax, %ss
        mov     $0xfff0, %sp
        sti
        cld
        mov     %dl, drive

        mov     $started, %si
        call    print
        mov     drive, %al
        call    hex_byte
        mov     $hidden, %si
        call    print
        xor     %ax, %ax
        mov     %ax, %es
        mov     %es:0x7c1c, %eax
        mov     %eax, sector
        mov     $4, %cx
1:      rol     $8, %eax
        call    hex_byte
        loop    1b

        mov     $packet, %si
        mov     drive, %dl
        mov     $0x42, %ah
        int     $0x13
        mov     $unreadable, %si
        jc      2f
        # Compares the part of the boot record that describes the volume, including its name.
        mov     $boot_record, %si
        mov     $0x7c00, %di
        mov     $0x54, %cx
        repe    cmpsb
        mov     $another, %si
        jne     2f
        mov     $name, %si
        mov     $0x7c03, %di
        mov     $8, %cx
        repe    cmpsb
        mov     $no_ntfs, %si
        jne     2f
        mov     $found, %si
2:      call    print
        mov     $end, %si
        call    print
3:      hlt
        jmp     3b

hex_byte:                               # al, eax is kept
        push    %eax
        mov     %al, %bl
        shr     $4, %al
        call    4f
        mov     %bl, %al
        call    4f
        pop     %eax
        ret
4:      and     $15, %al
        add     $'0', %al
        cmp     $'9', %al
        jbe     put
        add     $('a' - '0' - 10), %al
put:                                    # al, to the first serial port
        mov     %al, %ah
        mov     $0x3fd, %dx
5:      in      %dx, %al
        test    $0x20, %al
        jz      5b
        mov     %ah, %al
        mov     $0x3f8, %dx
        out     %al, %dx
        ret
print:  lodsb
        test    %al, %al
        jz      6f
        call    put
        jmp     print
6:      ret

drive:  .byte   0
started: .asciz "\r\nSTANDIN bootmgr=started\r\nSTANDIN drive="
hidden: .asciz  "\r\nSTANDIN hidden="
unreadable: .asciz "\r\nSTANDIN volume=unreadable"
another: .asciz "\r\nSTANDIN volume=another"
no_ntfs: .asciz "\r\nSTANDIN volume=unknown"
found:  .asciz  "\r\nSTANDIN volume=ntfs"
end:    .asciz  "\r\nSTANDIN end\r\n"
name:   .ascii  "NTFS    "
        .balign 4
packet: .byte   16, 0
        .word   1, boot_record, 0x2000
sector: .long   0, 0
        .balign 16
boot_record: .fill 512
