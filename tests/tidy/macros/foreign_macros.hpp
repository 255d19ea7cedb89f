// Macros of other libraries, which an application may include before dimma's headers. The libraries themselves are not
// needed.
#pragma once

// Macros of Qt, without QT_NO_KEYWORDS.
#define signals public
#define slots
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define Q_SIGNALS public
#define Q_SLOTS
#define Q_EMIT
#define Q_OBJECT
#define Q_UNUSED(x) (void)x;
#define Q_DISABLE_COPY(Class)

// Macros of Xlib.
#define Above 0
#define Always 2
#define Below 1
#define Bool int
#define Button1 1
#define ButtonPress 4
#define ButtonRelease 5
#define ClientMessage 33
#define Complex 0
#define Convex 2
#define ControlMask (1 << 2)
#define CreateNotify 16
#define CurrentTime 0L
#define CursorShape 0
#define DestroyAll 0
#define DestroyNotify 17
#define DisableAccess 0
#define EnableAccess 1
#define Expose 12
#define FamilyInternet 0
#define False 0
#define FocusIn 9
#define FocusOut 10
#define GenericEvent 35
#define GrabSuccess 0
#define InputFocus 1L
#define InputOnly 2
#define InputOutput 1
#define KeyPress 2
#define KeyRelease 3
#define LSBFirst 0
#define LastEvent 36
#define MSBFirst 1
#define MapNotify 19
#define MappingNotify 34
#define MotionNotify 6
#define NoSymbol 0L
#define None 0L
#define Nonconvex 1
#define Opposite 4
#define ParentRelative 1L
#define PointerRoot 1L
#define PropertyNotify 28
#define ReplayPointer 2
#define ResizeRequest 25
#define RetainPermanent 1
#define RevertToParent 2
#define SelectionNotify 31
#define SetModeInsert 0
#define Status int
#define StippleShape 2
#define Success 0
#define True 1
#define Unsorted 0
#define VisibilityNotify 15
#define WhenMapped 1
#define YSorted 1
#define BadAccess 10
#define BadAlloc 11
#define BadMatch 8
#define BadName 15
#define BadRequest 1
#define BadValue 2
#define BadWindow 3

// Macros of GLib.
#define TRUE 1
#define FALSE 0
#define ABS(a) (((a) < 0) ? -(a) : (a))
#define CLAMP(x, low, high) (((x) > (high)) ? (high) : (((x) < (low)) ? (low) : (x)))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define MIN(a, b) (((a) < (b)) ? (a) : (b))

// Macros of Windows, which portable libraries imitate.
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define BOOL int
#define CALLBACK
#define CONST const
#define CreateMutex CreateMutexW
#define DELETE (0x00010000L)
#define DOMAIN 1
#define ERROR 0
#define FAR
#define GetMessage GetMessageW
#define GetObject GetObjectW
#define IGNORE 0
#define IN
#define INFINITE 0xFFFFFFFF
#define NEAR
#define NO_ERROR 0L
#define OPTIONAL
#define OUT
#define OVERFLOW 3
#define PASCAL
#define ReplaceFile ReplaceFileW
#define STRICT 1
#define SendMessage SendMessageW
#define UNDERFLOW 4
#define VOID void
#define WINAPI
#define Yield()
#define cdecl
#define far
#define hyper __int64
#define interface struct
#define near
#define pascal
#define small char
