# What goes before GRUB's core image, in place of that image's first sector, so that both together can be bootmgr: started at
# 2000:0000 with the disk in dl, as an NTFS boot record starts bootmgr, it moves the rest to where that first sector would
# have read it, and jumps there. SECTORS is how many there are.
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
        # Itself first: what it moves may reach over where it lies.
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
