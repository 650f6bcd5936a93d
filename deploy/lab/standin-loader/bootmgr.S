# Replaces the first sector of GRUB's core image, so that an NTFS boot record can start the image as bootmgr: at 2000:0000, with
# the disk in dl. Moves the remaining SECTORS sectors to the address to which the replaced sector would have read them, and jumps
# there.
#   as --32 --defsym SECTORS=N -o bootmgr.o bootmgr.S && ld -m elf_i386 -Ttext 0 --oformat binary -o bootmgr bootmgr.o
        .code16
        .globl _start
        .set    low, 0x600
        .set    sector, 512 >> 4
_start: cli
        cld
        xor     %ax, %ax
        mov     %ax, %ss
        mov     $0x7c00, %sp
        # Moves itself first, because the moved sectors can overwrite this code.
        mov     %ax, %es
        mov     $0x2000, %ax
        mov     %ax, %ds
        xor     %si, %si
        mov     $low, %di
        mov     $128, %cx
        rep movsl
        ljmp    $0, $(low + moved - _start)

moved:  mov     $(0x2000 + sector), %ax
        mov     $(0x0800 + sector), %bx
        mov     $SECTORS, %bp
1:      mov     %ax, %ds
        mov     %bx, %es
        xor     %si, %si
        xor     %di, %di
        mov     $128, %cx
        rep movsl
        add     $sector, %ax
        add     $sector, %bx
        dec     %bp
        jnz     1b
        ljmp    $0, $0x8200
        .org    512
