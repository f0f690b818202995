//! What each thread has for itself, also while the program ends: the main thread loses what Rust destroys for it before functions of `atexit` and
//! destructors of libraries run, and these may have constructs.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// A value of each thread's own, made by [`own!`](crate::own!). The thread's end gives it back; from then on it is empty.
pub struct Own<T: 'static> {
    pub value: &'static LocalKey<Value<T>>,
    /// Has the thread's end noted.
    pub noted: fn(),
}

/// Nothing destroys it, so it can always be reached.
pub type Value<T> = ManuallyDrop<RefCell<T>>;

impl<T: Default> Own<T> {
    #[inline]
    pub fn with<R>(&'static self, f: impl FnOnce(&RefCell<T>) -> R) -> R {
        (self.noted)();
        self.value.with(|v| f(v))
    }

    pub fn with_borrow<R>(&'static self, f: impl FnOnce(&T) -> R) -> R {
        self.with(|v| f(&v.borrow()))
    }

    pub fn with_borrow_mut<R>(&'static self, f: impl FnOnce(&mut T) -> R) -> R {
        self.with(|v| f(&mut v.borrow_mut()))
    }

    pub fn replace(&'static self, new: T) -> T {
        self.with(|v| v.replace(new))
    }

    pub fn set(&'static self, new: T) {
        drop(self.replace(new));
    }

    pub fn take(&'static self) -> T {
        self.replace(T::default())
    }
}

impl<T> Own<Option<T>> {
    /// What there is, if anything. Nothing is moved otherwise: each construct asks, and as a rule there is none.
    #[inline]
    pub fn take_some(&'static self) -> Option<T> {
        match self.value.with(|v| v.borrow().is_some()) {
            true => self.take(),
            false => None,
        }
    }
}

/// At the thread's end. Code that ends the program while it uses the value keeps it.
pub fn give_back<T: Default>(value: &'static LocalKey<Value<T>>) {
    let old = value.with(|v| v.try_borrow_mut().map(|mut v| std::mem::take(&mut *v)));
    drop(old);
}

/// `own! { static NAME: Type = constant; }`, as `thread_local!` has it.
#[macro_export]
macro_rules! own {
    ($(#[$meta:meta])* static $name:ident: $ty:ty = $value:expr;) => {
        $(#[$meta])*
        static $name: $crate::own::Own<$ty> = {
            struct End;
            impl Drop for End {
                fn drop(&mut self) {
                    $crate::own::give_back(&VALUE);
                }
            }
            thread_local! {
                static VALUE: $crate::own::Value<$ty> =
                    const { std::mem::ManuallyDrop::new(std::cell::RefCell::new($value)) };
                static END: End = const { End };
            }
            $crate::own::Own {
                value: &VALUE,
                noted: || {
                    let _ = END.try_with(|_| ());
                },
            }
        };
    };
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    static DROPPED: AtomicU32 = AtomicU32::new(0);

    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::SeqCst);
        }
    }

    own! {
        static HERE: Option<Counted> = None;
    }

    /// Whatever of a thread ends first, the value can be used, and nothing is lost.
    #[test]
    fn a_value_outlives_what_ends_with_its_thread() {
        struct Late;
        impl Drop for Late {
            fn drop(&mut self) {
                HERE.set(Some(Counted));
                HERE.set(None);
            }
        }
        thread_local! {
            static LATE: Late = const { Late };
        }
        for early in [false, true] {
            let thread = std::thread::spawn(move || {
                if early {
                    LATE.with(|_| ());
                }
                HERE.set(Some(Counted));
                LATE.with(|_| ());
                assert!(HERE.with_borrow(Option::is_some));
            });
            thread.join().unwrap();
        }
        assert_eq!(DROPPED.load(Ordering::SeqCst), 4);
    }
}
