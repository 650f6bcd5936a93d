# Editor that fills the display and saves its text to a file. usage: wish desktop-editor.tcl FILE
set file [lindex $argv 0]
wm overrideredirect . 1
wm geometry . [winfo screenwidth .]x[winfo screenheight .]+0+0
text .text -font {Helvetica 16} -undo 0
pack .text -fill both -expand 1
proc keep {} {
  global file
  set out [open $file w]
  fconfigure $out -encoding utf-8
  puts -nonewline $out [.text get 1.0 end-1c]
  close $out
  .text edit modified 0
}
bind .text <<Modified>> { if {[.text edit modified]} keep }
# Without a window manager, only a click gives the window the keyboard focus.
bind .text <Button> { focus -force .text }
keep
